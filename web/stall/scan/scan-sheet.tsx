import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StallBox } from '#contract/market/stall.ts'
import { parsePass } from '#contract/orders/pickup-pass.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Sheet } from '../frame/sheet.tsx'

type ScanSheetProps = {
  boxes: readonly StallBox[]
  onFound: (box: StallBox) => void
  onClose: () => void
}

export function ScanSheet({ boxes, onFound, onClose }: ScanSheetProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [hint, setHint] = useState('Hold the code of the receipt or slip in front of the camera.')
  const [isDark, setDark] = useState(false)
  const take = (found: StallBox | string) => {
    if (typeof found === 'string') setHint(found)
    else onFound(found)
  }
  const read = useEffectEvent((text: string) => take(findBox(boxes, text)))
  useEffect(() => {
    const stop = new AbortController()
    const refused = (failure: unknown) => {
      if (stop.signal.aborted) return
      stop.abort()
      setDark(true)
      setHint(whyNot(failure))
    }
    if (video.current) void watch(video.current, { read, signal: stop.signal }).catch(refused)
    return () => stop.abort()
  }, [])
  const typed = (form: HTMLFormElement) =>
    take(findByNumber(boxes, String(new FormData(form).get('number') ?? '')))
  return (
    <Sheet title="Scan" onClose={onClose}>
      <video
        ref={video}
        muted
        hidden={isDark}
        playsInline
        aria-label="What the camera sees"
        className="aspect-square w-full rounded-2xl bg-straw object-cover"
      />
      <p role="status" className="text-center text-lg">
        {hint}
      </p>
      <Form onSubmit={typed} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Order number"
          name="number"
          inputMode="numeric"
          required
          className="min-w-0 grow basis-32 text-lg"
        />
        <Button type="submit" size="lg" variant="quiet">
          Find the box
        </Button>
      </Form>
    </Sheet>
  )
}

export function findBox(boxes: readonly StallBox[], text: string): StallBox | string {
  const pass = parsePass(text)
  if (!pass) return 'This code does not belong to any order.'
  const box = boxes.find(({ id }) => id === pass.id)
  if (!box) return `#${pass.id} is not on the list of this day.`
  return box.mark === pass.mark ? box : `This code is for a different order #${pass.id}.`
}

function findByNumber(boxes: readonly StallBox[], typed: string): StallBox | string {
  const number = typed.trim().replace(/^#/, '')
  if (!/^\d{1,9}$/.test(number)) return 'Type the number of the order, such as 42.'
  const box = boxes.find(({ id }) => id === Number(number))
  return box ?? `#${Number(number)} is not on the list of this day.`
}

/** How often to look at the camera's picture, in ms. */
const EVERY = 200

/** Pictures are scaled to this width, in px: enough for a code that fills a third of it. */
const WIDTH = 640

type ReadCode = (picture: ImageData) => Promise<string | null>

export function whyNot(failure: unknown): string {
  const name = failure instanceof Error ? failure.name : ''
  const why =
    name === 'NotAllowedError'
      ? 'This phone does not let the page use its camera.'
      : 'The camera of this phone cannot be used here.'
  return `${why} Please type the number of the order.`
}

type ScanOptions = { read: (text: string) => void; signal: AbortSignal }

/** @throws DOMException when the camera is refused, TypeError when the page may not ask at all */
async function watch(video: HTMLVideoElement, { read, signal }: ScanOptions): Promise<void> {
  const facing = { video: { facingMode: 'environment' } }
  const stream = await navigator.mediaDevices.getUserMedia(facing)
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) return end()
  video.srcObject = stream
  await video.play()
  const readCode = await findReader()
  while (!signal.aborted) {
    const picture = pictureOf(video)
    const text = picture && (await readCode(picture))
    if (text && !signal.aborted) read(text)
    await new Promise((resolve) => setTimeout(resolve, EVERY))
  }
}

function pictureOf(video: HTMLVideoElement): ImageData | null {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return null
  const scale = Math.min(1, WIDTH / videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  paper?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return paper?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}

/** Only what is used here; not every browser has it. */
type Detector = { detect(picture: ImageData): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

export async function findReader(): Promise<ReadCode> {
  const { BarcodeDetector: Platform } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = (await Platform?.getSupportedFormats().catch(() => [])) ?? []
  if (!Platform || !formats.includes('qr_code')) return ownReader()
  const detector = new Platform({ formats: ['qr_code'] })
  return async (picture) => {
    try {
      const [code] = await detector.detect(picture)
      return code?.rawValue ?? null
    } catch {
      // Some phones list a detector whose service is missing: it fails on every picture.
      return (await ownReader())(picture)
    }
  }
}

async function ownReader(): Promise<ReadCode> {
  return (await import('./read-code.ts')).readCode
}
