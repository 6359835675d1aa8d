/** Stands in for the editor in unit tests: only what the tested code calls. */

export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 };

export interface StatusItem {
  name?: string;
  text?: string;
  detail?: string;
  busy?: boolean;
  severity?: number;
  command?: { command: string };
  dispose: () => void;
}

export const statusItems: StatusItem[] = [];

export const languages = {
  createLanguageStatusItem(): StatusItem {
    const item: StatusItem = { dispose: () => statusItems.splice(statusItems.indexOf(item), 1) };
    statusItems.push(item);
    return item;
  },
};
