import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { listenerSet } from '#web/ui/listeners.ts'
import { connectDesk } from './connect-desk.ts'

const MAX_NAMED = 4

/** Names the orders nobody has looked at: new ones, and those whose box must be repacked. */
export function LiveDesk() {
  const client = useQueryClient()
  const [newOrders, setNewOrders] = useState<readonly number[]>([])
  const [unpacked, setUnpacked] = useState<readonly number[]>([])
  useEffect(
    () =>
      connectDesk(client, ({ id, isNew, isUnpacked }) => {
        if (isNew) {
          setNewOrders(withOne(id))
          ring(`New order: number ${id}.`)
        }
        if (isUnpacked) {
          setUnpacked(withOne(id))
          ring(`Order ${id} changed after packing.`)
        }
      }),
    [client],
  )
  return (
    <>
      <OrderNews
        label="New orders"
        ids={newOrders}
        text={
          newOrders.length === 1
            ? 'A new order came in: '
            : `${newOrders.length} new orders came in: `
        }
        onDismiss={() => setNewOrders([])}
      />
      <OrderNews
        label="Boxes to pack again"
        ids={unpacked}
        text="Changed after packing, please pack again: "
        onDismiss={() => setUnpacked([])}
      />
    </>
  )
}

type OrderNewsProps = {
  label: string
  text: string
  ids: readonly number[]
  onDismiss: () => void
}

function OrderNews({ label, text, ids, onDismiss }: OrderNewsProps) {
  if (ids.length === 0) return null
  return (
    <section
      aria-label={label}
      className="pop my-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-leaf bg-sprout py-1.5 pr-1.5 pl-4"
    >
      <p className="mr-auto font-semibold">
        {text}
        <OrderLinks ids={ids} />
      </p>
      <span className="flex items-center gap-1">
        <SoundButton />
        <Button variant="plain" onClick={onDismiss}>
          <X aria-hidden="true" className="size-5" /> Dismiss
        </Button>
      </span>
    </section>
  )
}

function OrderLinks({ ids }: { ids: readonly number[] }) {
  const link = 'inline-flex min-h-11 items-center underline underline-offset-4'
  if (ids.length > MAX_NAMED)
    return (
      <a href="#orders" className={link}>
        view them
      </a>
    )
  return ids.map((id, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <a href={`#orders/${id}`} className={link}>
        #{id}
      </a>
    </span>
  ))
}

export function SoundButton() {
  const isOn = useSyncExternalStore(listeners.subscribe, wantsSound)
  const Icon = isOn ? Bell : BellOff
  return (
    <Button
      variant="plain"
      size="icon"
      aria-pressed={isOn}
      aria-label="Sound for new orders"
      title={isOn ? 'A soft sound plays for new orders' : 'No sound for new orders'}
      onClick={() => setSound(!isOn)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  )
}

const withOne = (id: number) => (known: readonly number[]) =>
  known.includes(id) ? known : [...known, id]

function ring(text: string): void {
  announce(text)
  if (wantsSound()) playQuietly()
}

const STORED = 'farmstand:desk-sound'

const listeners = listenerSet()
let unsaved: boolean | null = null

function wantsSound(): boolean {
  if (unsaved !== null) return unsaved
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

function setSound(wanted: boolean): void {
  try {
    localStorage.setItem(STORED, wanted ? 'on' : 'off')
    unsaved = null
  } catch {
    unsaved = wanted
  }
  listeners.notify()
}

/** Two soft notes a fifth apart; volume out of 1, length in seconds. */
const NOTES = [659, 988]
const LOUDNESS = 0.06
const LENGTH = 0.22

let context: AudioContext | null = null

/** Silent until the page is first touched: browsers block sound before that. */
function playQuietly(): void {
  if (typeof AudioContext !== 'function') return
  context ??= new AudioContext()
  const { destination, currentTime } = context
  if (context.state === 'suspended') void context.resume()
  NOTES.forEach((frequency, place) => {
    if (!context) return
    const [note, volume] = [context.createOscillator(), context.createGain()]
    const start = currentTime + place * LENGTH
    note.frequency.value = frequency
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH * 1.6)
    note.connect(volume).connect(destination)
    note.start(start)
    note.stop(start + LENGTH * 1.6)
  })
}
