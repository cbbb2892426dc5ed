import { useMutation } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { uploads } from '#contract/uploads.ts'
import { sendFile } from '#web/api/send-file.ts'
import {
  checkPicture,
  PICTURE_TYPES,
  type PictureRefusal,
  refusalOfUpload,
} from '#web/desk/products/use-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** Takes a picture to the shop and sets it where the text stands, with words for those who do not see it. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId()
  const [alt, setAlt] = useState('')
  const put = (src: string) => {
    // Behind chosen words, never in their place.
    const picture = { type: 'image', attrs: { src, alt: alt.trim() } }
    editor.chain().insertContentAt(editor.state.selection.to, picture).run()
    onClose()
  }
  const { file, error, submit, isSending } = useUpload(put)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Picture"
      footer={
        <Button type="submit" form={formId} busy={isSending}>
          {isSending ? 'Uploading…' : 'Insert Picture'}
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <TextField
          ref={file}
          type="file"
          label="File"
          required
          accept={PICTURE_TYPES}
          hint="JPG, PNG or GIF, up to 5 MB."
          error={error}
          style={{ paddingBlock: '0.55rem' }}
        />
        <TextField
          label="Description"
          maxLength={300}
          autoComplete="off"
          hint="What it shows, for people who cannot see it. Leave this empty if the picture is only decoration."
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

function useUpload(onStored: (url: string) => void) {
  const file = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const refuse = ({ title, description }: PictureRefusal) => {
    toast({ variant: 'destructive', title, description })
    setError(description)
    file.current?.focus()
  }
  const sending = useMutation({
    mutationFn: (chosen: File) => {
      const signal = AbortSignal.timeout(MAX_UPLOAD)
      return sendFile(uploads.create, chosen, { signal, onProgress: () => {} })
    },
    onSuccess: ({ imageUrl }) => {
      toast({ title: 'Image uploaded' })
      onStored(imageUrl)
    },
    onError: (failure) => refuse(refusalOfUpload(failure)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The page's own form stands around this one for React, not for the browser.
    event.stopPropagation()
    const chosen = file.current?.files?.[0]
    const refused = chosen ? checkPicture(chosen) : null
    setError(chosen ? undefined : 'Please choose a picture.')
    if (!chosen) file.current?.focus()
    else if (refused) refuse(refused)
    else sending.mutate(chosen)
  }
  return { file, error, submit, isSending: sending.isPending }
}

/** A picture may take its time on a country line, in ms. */
const MAX_UPLOAD = 120_000
