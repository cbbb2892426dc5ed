import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/field.tsx'

type NotesFieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

export function NotesField({ className = 'col-span-full', ...props }: NotesFieldProps) {
  return (
    <TextField label="Notes" maxLength={500} autoComplete="off" className={className} {...props} />
  )
}
