import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import Cropper from 'react-easy-crop'
import { MAX_UPLOAD } from '#contract/uploads.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type ShrinkDialogProps = {
  file: File
  onClose: () => void
  onMade: (file: File) => void
}

/** Makes a photo small enough to send: turned, and cropped where that is wished. */
export function ShrinkDialog({ file, onClose, onMade }: ShrinkDialogProps) {
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
      description="Drag and zoom to choose the part that cards show, or use the whole picture."
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
        <p role="alert" className="rounded-xl bg-beet-pale px-4 py-3 font-semibold text-beet">
          {wrong}
        </p>
      )}
      {!photo && !wrong && (
        <p role="status" className="flex items-center gap-2">
          <Spinner /> Opening the picture…
        </p>
      )}
      {photo && <CropView photo={photo} onPart={setPart} onTurn={turn} />}
    </Dialog>
  )
}

function usePhoto(file: File) {
  const opened = useQuery({
    queryKey: ['photo', file.name, file.size, file.lastModified],
    queryFn: () => openPhoto(file),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const [shown, setShown] = useState<HTMLCanvasElement | null>(null)
  const photo = shown ?? opened.data ?? null
  return { photo, failed: opened.error !== null, turn: () => photo && setShown(turned(photo)) }
}

type CropViewProps = {
  photo: HTMLCanvasElement
  onPart: (part: Part) => void
  onTurn: () => void
}

const MAX_ZOOM = 4

function CropView({ photo, onPart, onTurn }: CropViewProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  // The shop's pages take pictures from themselves and from data alone.
  const image = useMemo(() => photo.toDataURL('image/jpeg', 0.8), [photo])
  return (
    <>
      <div className="relative h-72 overflow-hidden rounded-2xl bg-soil sm:h-96">
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={4 / 3}
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

/** The longest side of what is sent, in px; the shop makes its own sizes of it. */
const LONGEST = 2400

/** Said of a file that this browser cannot open, such as an iPhone's HEIC in most of them. */
const NOT_OPENED =
  'This browser cannot open this picture. On an iPhone, choose Settings > Camera > Formats > Most Compatible and take it again, or save it as a JPG first.'

/** Part of a picture, in hundredths of its width and height. */
type Part = { x: number; y: number; width: number; height: number }

const WHOLE: Part = { x: 0, y: 0, width: 100, height: 100 }

/** Opens a photo upright, as its EXIF says, no longer than is sent. @throws Error where the browser cannot */
async function openPhoto(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
  const canvas = aCanvas(bitmap.width * scale, bitmap.height * scale)
  draw(canvas, (pen) => pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height))
  bitmap.close()
  return canvas
}

function turned(photo: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = aCanvas(photo.height, photo.width)
  draw(canvas, (pen) => {
    pen.translate(canvas.width, 0)
    pen.rotate(Math.PI / 2)
    pen.drawImage(photo, 0, 0)
  })
  return canvas
}

/** A part of a photo as a JPG that may be sent. @throws Error where the browser makes none */
async function asFile(photo: HTMLCanvasElement, part: Part, name: string): Promise<File> {
  const share = (hundredths: number, of: number) => (hundredths / 100) * of
  const [width, height] = [share(part.width, photo.width), share(part.height, photo.height)]
  const canvas = aCanvas(width, height)
  const [x, y] = [share(part.x, photo.width), share(part.y, photo.height)]
  draw(canvas, (pen) => {
    // What is clear in a PNG would be black in a JPG.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(photo, x, y, width, height, 0, 0, canvas.width, canvas.height)
  })
  for (const quality of [0.88, 0.75, 0.6]) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (blob && blob.size <= MAX_UPLOAD)
      return new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
  }
  throw new Error(NOT_OPENED)
}

function aCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}

function draw(canvas: HTMLCanvasElement, work: (pen: CanvasRenderingContext2D) => void): void {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(NOT_OPENED)
  pen.imageSmoothingQuality = 'high'
  work(pen)
}
