import { Bell, BellOff, X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { setSound, useSoundSetting } from './order-sound.ts'
import { useLiveDesk } from './use-live-desk.ts'

const MAX_NAMED = 4

export function LiveDesk() {
  const { newOrders, forgetNewOrders } = useLiveDesk()
  if (newOrders.length === 0) return null
  return (
    <section
      aria-label="New orders"
      className="pop mt-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-leaf bg-sprout py-1.5 pr-1.5 pl-4"
    >
      <p className="mr-auto font-semibold">
        {newOrders.length === 1
          ? 'A new order came in: '
          : `${newOrders.length} new orders came in: `}
        <NewOrders ids={newOrders} />
      </p>
      <span className="flex items-center gap-1">
        <SoundButton />
        <Button variant="plain" onClick={forgetNewOrders}>
          <X aria-hidden="true" className="size-5" /> Dismiss
        </Button>
      </span>
    </section>
  )
}

function NewOrders({ ids }: { ids: readonly number[] }) {
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
  const isOn = useSoundSetting()
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
