import type { KeyboardEvent } from 'react'

/** Enter goes on to the next field; after the last one it sends the form. */
export function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, currentTarget: form } = event
  if (key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement))
    return
  const next = fieldAfter(form, target)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function fieldAfter(form: HTMLFormElement, field: HTMLInputElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
    (one) => one.type !== 'hidden' && !one.matches(':disabled'),
  )
  const later = fields.slice(fields.indexOf(field) + 1)
  const next = later.find(({ type, name }) => type !== 'radio' || name !== field.name)
  const ofGroup = fields.filter(({ type, name }) => type === 'radio' && name === next?.name)
  return ofGroup.find(({ checked }) => checked) ?? next
}
