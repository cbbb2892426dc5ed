import type { ComponentProps, ReactNode } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
import { useListener } from '#web/ui/use-listener.ts'

type FileButtonProps = {
  icon: ReactNode
  text: string
  onFile: (file: File) => void
} & ComponentProps<'input'>

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
          // Lets the same file be chosen again after it was refused.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      {icon}
      {text}
    </label>
  )
}

/** Takes the first file dropped or pasted anywhere: a miss would open over all that was typed. */
export function useArrivingFiles(onFile: (file: File) => void, isOn = true): void {
  const arrive = (event: Event, files: FileList | undefined) => {
    if (!files?.length && !isOfFiles(event)) return
    event.preventDefault()
    const [file] = files ?? []
    if (file) onFile(file)
  }
  const onPaste = (event: ClipboardEvent) => {
    // Office programs put a picture of the text next to the text.
    const isText = event.clipboardData?.types.includes('text/plain')
    if (!isText) arrive(event, event.clipboardData?.files)
  }
  useListener('paste', onPaste, { isOn })
  useListener('dragover', (event) => arrive(event, undefined), { isOn })
  useListener('drop', (event) => arrive(event, event.dataTransfer?.files), { isOn })
}

function isOfFiles(event: Event): boolean {
  return (
    'dataTransfer' in event && (event as DragEvent).dataTransfer?.types.includes('Files') === true
  )
}
