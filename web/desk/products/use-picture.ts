import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { masterFile, pictureName } from '#contract/products/pictures.ts'
import { IMAGE_TOO_LARGE, MAX_UPLOAD, NOT_AN_IMAGE, uploads } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { sendFile } from '#web/api/send-file.ts'
import { toast } from '#web/ui/toast-store.ts'

export type FormPicture = ReturnType<typeof usePicture>

/** `setUrl` hears of a new picture once it is stored. */
export function usePicture(url: string | null, setUrl: (url: string | null) => void) {
  const [error, setError] = useState<string>()
  const [shrinkable, setShrinkable] = useState<File | null>(null)
  const upload = useUpload({
    onStored: setUrl,
    onRefused: (sentence, file) => {
      setError(sentence)
      void mayBeShrunk(file, sentence).then((may) => setShrinkable(may ? file : null))
    },
  })
  const removal = useRemoval({ onRemoved: () => setUrl(null) })
  const shrinking = useShrinking(upload.send)
  return {
    url,
    error,
    shrinkable,
    /** The fraction of a new picture sent, 0 to 1; null while none is on its way. */
    progress: upload.progress ?? (shrinking.isOn ? 0 : null),
    isRemoving: removal.isPending,
    callOff: () => {
      shrinking.callOff()
      upload.callOff()
    },
    take: (file: File) => {
      setError(undefined)
      setShrinkable(null)
      if (file.type.startsWith('image/') && file.size > MAX_UPLOAD) void shrinking.begin(file)
      else upload.send(file)
    },
    remove: () => {
      setError(undefined)
      removal.mutate(url)
    },
  }
}

/** A photo too large to send is made smaller first; where the browser cannot, it goes as it is, and is refused. */
function useShrinking(send: (file: File) => void) {
  const [isOn, setOn] = useState(false)
  const begun = useRef<File>(null)
  const end = () => {
    begun.current = null
    setOn(false)
  }
  const begin = async (file: File) => {
    begun.current = file
    setOn(true)
    const small = await import('./shrink-photo.ts')
      .then((code) => code.shrunk(file))
      .catch(() => file)
    if (begun.current !== file) return
    end()
    send(small)
  }
  return { isOn, begin, callOff: end }
}

type Upload = {
  onStored: (url: string) => void
  onRefused: (sentence: string, file: File) => void
  /** In ms. */
  maxWait?: number
}

export function useUpload({ onStored, onRefused, maxWait }: Upload) {
  const way = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const sending = useMutation({
    mutationFn: (file: File) => {
      way.current = new AbortController()
      const limit = maxWait === undefined ? [] : [AbortSignal.timeout(maxWait)]
      const signal = AbortSignal.any([way.current.signal, ...limit])
      return sendFile(uploads.create, file, { signal, onProgress: setProgress })
    },
    onMutate: () => setProgress(0),
    onSuccess: ({ imageUrl }) => {
      onStored(imageUrl)
      toast({ title: 'Image uploaded' })
    },
    onError: (failure, file) => {
      if (way.current?.signal.aborted) return
      refuse(refusalOfUpload(failure), file)
    },
    onSettled: () => setProgress(null),
  })
  const refuse = ({ title, description }: PictureRefusal, file: File) => {
    toast({ variant: 'destructive', title, description })
    onRefused(description, file)
  }
  const send = (file: File) => {
    const refused = checkPicture(file)
    if (refused) refuse(refused, file)
    else if (!sending.isPending) sending.mutate(file)
  }
  return { progress, send, callOff: () => way.current?.abort() }
}

/** Leaving the form undoes nothing: the shop keeps a file that a saved product still shows. */
function useRemoval({ onRemoved }: { onRemoved: () => void }) {
  return useMutation({
    mutationFn: async (url: string | null) => {
      const name = url && pictureName(url)
      if (name) await call(uploads.delete, { params: { filename: masterFile(name) } })
    },
    onSuccess: () => {
      onRemoved()
      toast({ title: 'Image deleted' })
    },
    onError: () =>
      toast({
        variant: 'destructive',
        title: 'Delete failed',
        description: 'Failed to delete image',
      }),
  })
}

/** Why a picture is not taken, as the toast says it (specification, sections 5 and 8). */
type PictureRefusal = { title: string; description: string }

const WRONG_TYPE: PictureRefusal = { title: 'Invalid file type', description: NOT_AN_IMAGE }
const TOO_LARGE: PictureRefusal = { title: 'File too large', description: IMAGE_TOO_LARGE }
const NOT_SENT: PictureRefusal = {
  title: 'Upload failed',
  description: 'Failed to upload image. Please try again.',
}

/** Offered by the file dialog; phones convert their own formats to JPG when they see this list. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/gif'

/** Too large, in a phone's format (computers may not know its type), or damaged but still opens. */
async function mayBeShrunk(file: File, sentence: string): Promise<boolean> {
  const { type, name } = file
  if (/^image\/(?!jpeg|png|gif|svg)/.test(type) || /\.hei[cf]$/i.test(name)) return true
  if (!type.startsWith('image/') || sentence === NOT_SENT.description) return false
  return sentence !== NOT_AN_IMAGE || opens(file)
}

async function opens(file: File): Promise<boolean> {
  try {
    const picture = await createImageBitmap(file)
    picture.close()
    return true
  } catch {
    return false
  }
}

function checkPicture({ type, size }: File): PictureRefusal | null {
  if (!type.startsWith('image/')) return WRONG_TYPE
  return size > MAX_UPLOAD ? TOO_LARGE : null
}

function refusalOfUpload(failure: unknown): PictureRefusal {
  if (!(failure instanceof ApiFailure)) return NOT_SENT
  if (failure.refusal.code === 'wrong-type') return WRONG_TYPE
  if (failure.refusal.code !== 'too-large') return NOT_SENT
  return { ...TOO_LARGE, description: failure.refusal.message }
}
