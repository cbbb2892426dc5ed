import { type FocusEvent, type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '#web/ui/announcer.tsx'
import { afterPress } from './after-press.ts'
import type { CardEntryHandle } from './card-provider.ts'
import type { FieldErrors } from './purchase.ts'

/** Checks a field typed into when it is left; its message then follows the typing until fixed. */
export function useFaults(find: (form: HTMLFormElement) => FieldErrors) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const typedInto = useRef(new Set<string>())
  const onInput = ({ target }: SyntheticEvent) => {
    const { name, form } = target as HTMLInputElement
    typedInto.current.add(name)
    if (!form || !(name in errors)) return
    const { [name]: _, ...others } = errors
    const sentence = find(form)[name]
    setErrors(sentence ? { ...errors, [name]: sentence } : others)
  }
  const onBlur = ({ target }: FocusEvent) => {
    const { name, form } = target as HTMLInputElement
    if (!form || !typedInto.current.has(name)) return
    afterPress(() => {
      const sentence = find(form)[name]
      if (!sentence) return
      setErrors((before) => ({ ...before, [name]: sentence }))
      announce(sentence)
    })
  }
  const show = (form: HTMLFormElement, found: FieldErrors) => {
    flushSync(() => setErrors(found))
    focusFirst(form, found)
  }
  const findAll = (form: HTMLFormElement, card: CardEntryHandle | null): boolean => {
    const found = find(form)
    const ofCard = card?.findFault?.() ?? null
    show(form, found)
    const isInFields = Object.keys(found).length > 0
    if (!isInFields) ofCard?.focus()
    return isInFields || ofCard !== null
  }
  return { errors, listeners: { onInput, onBlur }, show, findAll }
}

export type Faults = ReturnType<typeof useFaults>

export function focusFirst(form: HTMLFormElement, found: FieldErrors): void {
  const fields = [...form.elements].filter(
    (element) =>
      Object.hasOwn(found, element.getAttribute('name') ?? '') && !element.matches(':disabled'),
  )
  const name = fields[0]?.getAttribute('name')
  const ofFirst = fields.filter((element) => element.getAttribute('name') === name)
  const field = ofFirst.find((element) => element.matches(':checked')) ?? ofFirst[0]
  if (field instanceof HTMLElement) field.focus()
}
