import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (form: HTMLFormElement) => void
}

/** Checked by the contract, not the browser. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog opened in a form is inside it for React, though not in the DOM.
        event.stopPropagation()
        onSubmit(event.currentTarget)
      }}
    />
  )
}
