import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from './purchase.ts'

export function useFormErrors() {
  const [errors, setErrors] = useState<FieldErrors>({})
  return {
    errors,
    /** Puts sentences at their fields, in place of those before, and the focus at the first of them. */
    showErrors: (form: HTMLFormElement, found: FieldErrors) => {
      flushSync(() => setErrors(found))
      const first = [...form.elements].find((element) => Object.hasOwn(found, element.getAttribute('name') ?? ''))
      if (first instanceof HTMLElement) first.focus()
    },
    forgetError: (field: string) => setErrors(({ [field]: _, ...others }) => others),
  }
}
