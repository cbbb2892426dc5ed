import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { StallBox } from '#contract/market/stall.ts'
import { parsePass } from '#contract/orders/pickup-pass.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
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
  const [isDark, setDark] = useState(false)
  const take = (found: StallBox | string) => {
    if (typeof found === 'string') setHint(found)
    else onFound(found)
  }
  const latest = useRef((_: string) => {})
  latest.current = (text) => take(findBox(boxes, text))
  useEffect(() => {
    if (!video.current) return
    const refused = (why: string) => {
      setDark(true)
      setHint(why)
    }
    return watchCamera(video.current, { read: (text) => latest.current(text), refused })
  }, [])
  const typed = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    take(findByNumber(boxes, String(new FormData(event.currentTarget).get('number') ?? '')))
  }
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
      <form noValidate onSubmit={typed} className="flex flex-wrap items-end gap-3">
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
      </form>
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
