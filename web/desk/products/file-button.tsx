import type { ComponentProps, ReactNode } from 'react'
import { buttonLook } from '#web/ui/button.tsx'

type FileButtonProps = { icon: ReactNode; text: string; onFile: (file: File) => void } & ComponentProps<'input'>

export function FileButton({ icon, text, onFile, ...input }: FileButtonProps) {
  return (
    <label
      className={buttonLook(
        { variant: 'quiet', size: 'sm' },
        'relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
      )}
    >
      <input
        type="file"
        className="sr-only"
        {...input}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file can be chosen again after it was refused.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      {icon}
      {text}
    </label>
  )
}
