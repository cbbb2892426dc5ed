const EARLY = '[data-early] input'

/** By field name; emptied fields count too. */
let typed: Record<string, string> = {}

let cursor: { name: string; at: number | null } | null = null

/**
 * Kept from the first letter, before hydration. One field at a time: on a translated page, React
 * draws these fields anew, empty.
 */
if (!import.meta.env.SSR) {
  for (const input of document.querySelectorAll<HTMLInputElement>(EARLY))
    if (input.value !== '') keep(input)
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(EARLY)) keep(target)
  })
}

function keep(input: HTMLInputElement): void {
  typed = { ...typed, [input.name]: input.value }
}

export function readEarly(): Readonly<Record<string, string>> {
  return typed
}

export function keepCursor(): void {
  const here = document.activeElement
  cursor =
    here instanceof HTMLInputElement && here.matches(EARLY)
      ? { name: here.name, at: here.selectionStart }
      : null
}

/** Puts the cursor back where it was. */
export function takeUpEarly(form: HTMLFormElement | null): void {
  typed = {}
  const field = cursor && form?.elements.namedItem(cursor.name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus({ preventScroll: true })
  // The cursor of an email field can't be set.
  if (cursor?.at != null) field.setSelectionRange(cursor.at, cursor.at)
  cursor = null
}
