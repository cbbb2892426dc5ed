import { useEffect, useRef, useState } from 'react'
import { parsePass } from '#contract/pickup-pass.ts'
import type { StallBox } from '#contract/stall.ts'
import { Sheet } from '../frame/sheet.tsx'
import { watchCamera } from './watch-camera.ts'

type ScanSheetProps = {
  boxes: readonly StallBox[]
  onFound: (box: StallBox) => void
  onClose: () => void
}

export function ScanSheet({ boxes, onFound, onClose }: ScanSheetProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [hint, setHint] = useState('Hold the code of the receipt or slip in front of the camera.')
  const latest = useRef({ boxes, onFound })
  latest.current = { boxes, onFound }
  useEffect(() => {
    if (!video.current) return
    const read = (text: string) => {
      const found = findBox(latest.current.boxes, text)
      if (typeof found === 'string') setHint(found)
      else latest.current.onFound(found)
    }
    return watchCamera(video.current, { read, refused: setHint })
  }, [])
  return (
    <Sheet title="Scan" onClose={onClose}>
      <video
        ref={video}
        muted
        playsInline
        aria-label="What the camera sees"
        className="aspect-square w-full rounded-2xl bg-straw object-cover"
      />
      <p role="status" className="text-center text-lg">
        {hint}
      </p>
    </Sheet>
  )
}

/** The box that a code names, or why there is none, in words. */
export function findBox(boxes: readonly StallBox[], text: string): StallBox | string {
  const pass = parsePass(text)
  if (!pass) return 'This code is of no order.'
  const box = boxes.find(({ id }) => id === pass.id)
  if (!box) return `#${pass.id} is not on the list of this day.`
  return box.mark === pass.mark ? box : `This code is of another order #${pass.id}.`
}
