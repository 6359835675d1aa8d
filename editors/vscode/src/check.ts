/** The command line of `sok check`. */
export function checkArguments({ files, strictness }: { files?: string[]; strictness?: string }): string[] {
  return ["check", ...(strictness ? ["--strictness", strictness] : []), ...(files?.length ? files : ["."])];
}
