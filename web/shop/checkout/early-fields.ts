type Early = {
  texts: Record<string, string>
  focused: { name: string; at: number | null } | null
}

const NOTHING: Early = { texts: {}, focused: null }

let early = NOTHING

const EARLY = '[data-early] input'

/** Before the page wakes, too: where it is translated by then, React draws these fields anew. */
if (!import.meta.env.SSR) {
  keepEarly()
  document.addEventListener('input', keepEarly)
}

export function keepEarly(): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>(EARLY)]
  if (inputs.length === 0) return
  const here = inputs.find((input) => input === document.activeElement)
  early = {
    texts: Object.fromEntries(
      inputs.flatMap(({ name, value }) => (value === '' ? [] : [[name, value]])),
    ),
    focused: here ? { name: here.name, at: here.selectionStart } : null,
  }
}

export function readEarly(): Early['texts'] {
  return early.texts
}

/** The cursor goes on where it was. */
export function takeUpEarly(form: HTMLFormElement | null): void {
  const { focused } = early
  early = NOTHING
  const field = focused && form?.elements.namedItem(focused.name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus({ preventScroll: true })
  // An email field has no cursor to be set.
  if (focused?.at != null) field.setSelectionRange(focused.at, focused.at)
}
