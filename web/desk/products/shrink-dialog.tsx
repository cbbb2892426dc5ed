import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { asFile, NOT_OPENED, openPhoto, type Part, turned, WHOLE } from './shrink-photo.ts'

type ShrinkDialogProps = {
  file: File
  /** Of the part to choose: width by height. */
  aspect: number
  onClose: () => void
  onMade: (file: File) => void
}

export function ShrinkDialog({ file, aspect, onClose, onMade }: ShrinkDialogProps) {
  const { photo, failed, turn } = usePhoto(file)
  const [part, setPart] = useState(WHOLE)
  const [isMaking, setMaking] = useState(false)
  const [refused, setRefused] = useState('')
  const make = async (wanted: Part) => {
    if (!photo) return
    setMaking(true)
    try {
      onMade(await asFile(photo, wanted, file.name))
      onClose()
    } catch {
      setRefused(NOT_OPENED)
    } finally {
      setMaking(false)
    }
  }
  const wrong = failed ? NOT_OPENED : refused
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make it smaller"
      description="Drag and zoom to choose the part to show, or use the whole picture."
      footer={
        photo && (
          <div className="grid gap-2 sm:grid-cols-2">
            <Button size="lg" busy={isMaking} onClick={() => void make(part)}>
              Use this part
            </Button>
            <Button variant="quiet" size="lg" disabled={isMaking} onClick={() => void make(WHOLE)}>
              Use the whole picture
            </Button>
          </div>
        )
      }
    >
      {wrong && (
        <Notice tone="failure" role="alert">
          {wrong}
        </Notice>
      )}
      {!photo && !wrong && (
        <p role="status" className="flex items-center gap-2">
          <Spinner /> Opening the picture…
        </p>
      )}
      {photo && <CropView photo={photo} aspect={aspect} onPart={setPart} onTurn={turn} />}
    </Dialog>
  )
}

function usePhoto(file: File) {
  const opened = useQuery({
    queryKey: ['photo', file.name, file.size, file.lastModified],
    queryFn: () => openPhoto(file),
    gcTime: 0,
    staleTime: 0,
  })
  const [shown, setShown] = useState<HTMLCanvasElement | null>(null)
  const photo = shown ?? opened.data ?? null
  return { photo, failed: opened.error !== null, turn: () => photo && setShown(turned(photo)) }
}

type CropViewProps = {
  photo: HTMLCanvasElement
  aspect: number
  onPart: (part: Part) => void
  onTurn: () => void
}

const MAX_ZOOM = 4

function CropView({ photo, aspect, onPart, onTurn }: CropViewProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  // The CSP allows images only from the shop and from data URLs.
  const image = useMemo(() => photo.toDataURL('image/jpeg', 0.8), [photo])
  return (
    <>
      <div className="relative h-72 overflow-hidden rounded-2xl bg-soil sm:h-96">
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={aspect}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={onPart}
          mediaProps={{ alt: 'The picture that was chosen' }}
          cropperProps={{ 'aria-label': 'Part of the picture; the arrow keys move it' }}
        />
      </div>
      <div className="mt-3 flex items-center gap-4">
        <label className="flex min-h-11 grow items-center gap-3 font-semibold">
          Zoom
          <input
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
            className="w-full accent-leaf"
          />
        </label>
        <Button variant="quiet" size="sm" onClick={onTurn}>
          <RotateCw aria-hidden="true" className="size-5" />
          Turn
        </Button>
      </div>
    </>
  )
}
