// A half-made choice, kept while the page is loaded anew in another language.

const KEY = "choice";

export function keepChoice({ choice, frame, module, setup }) {
  const made = choice && module.keep?.(choice);
  if (!made) return;
  const kept = { match: setup.match, version: frame.version, made };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

// The game's module makes the choice again, if the match still waits for it.
export function restoreChoice(table) {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  sessionStorage.removeItem(KEY);
  const { match, version, made } = kept ?? {};
  if (!table.choice || match !== table.setup.match || version !== table.frame.version) return;
  table.module.restore?.(table.view(table.frame), made);
}
