/** The parts of the page, by their ids. */

export function part<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as unknown as T;
}

export function onClick(id: string, act: () => void): void {
  part(id).addEventListener("click", act);
}

/** Sets a text only when it is another: a live region is read again otherwise. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Buttons of which one is chosen, with the keys that such a group has.
 * @param then gets the keys after a choice by click, so that it can be used at once
 */
export function radios(attribute: string, chosen: (value: string) => void, then: HTMLElement): (value: string) => void {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-${attribute}]`)];
  const value = (element: HTMLElement): string => element.dataset[attribute] ?? "";
  all.forEach((element, index) => {
    element.addEventListener("click", () => {
      chosen(value(element));
      then.focus();
    });
    element.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const next = all[(index + by + all.length) % all.length];
      if (!next) return;
      chosen(value(next));
      next.focus();
    });
  });
  return (current) => {
    for (const element of all) {
      const is = value(element) === current;
      element.setAttribute("aria-checked", String(is));
      element.tabIndex = is ? 0 : -1;
    }
  };
}
