import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { admin } from '#contract/admin.ts'
import { analytics } from '#contract/analytics.ts'
import { calendar } from '#contract/calendar.ts'
import { chat } from '#contract/chat.ts'
import { packingDaysEndpoint } from '#contract/desk-endpoints.ts'
import { deskOrders } from '#contract/desk-orders.ts'
import type { LiveNews } from '#contract/live.ts'
import { today } from '#contract/today.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { followProducts } from '#web/api/live-products.ts'
import type { PageState } from '#web/api/page-state.ts'
import { invalidate } from '#web/api/query.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { playQuietly, setSound, useSoundSetting, wantsSound } from './order-sound.ts'

const MAX_NAMED = 4

export function LiveDesk() {
  const { newOrders, forgetNewOrders, unpacked, forgetUnpacked } = useLiveDesk()
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
        onDismiss={forgetNewOrders}
      />
      <OrderNews
        label="Boxes to pack again"
        ids={unpacked}
        text="Changed after packing, please pack again: "
        onDismiss={forgetUnpacked}
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
      className="pop mt-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-leaf bg-sprout py-1.5 pr-1.5 pl-4"
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

/** Orders that come in a rush are read together, in ms. */
const GATHERING = 250

const OF_ORDERS = [
  deskOrders.list,
  packingDaysEndpoint,
  calendar.show,
  analytics.dashboard,
  admin.notices,
  today.show,
]

const withOne = (id: number) => (known: readonly number[]) =>
  known.includes(id) ? known : [...known, id]

function ring(text: string): void {
  announce(text)
  if (wantsSound()) playQuietly()
}

/** Connects a signed-in desk: new orders and changed ones appear by themselves. Answers those nobody has looked at: the new ones, and whose box is to be packed again. */
function useLiveDesk() {
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
  return {
    newOrders,
    forgetNewOrders: () => setNewOrders([]),
    unpacked,
    forgetUnpacked: () => setUnpacked([]),
  }
}

type OrderEvent = Extract<LiveNews, { type: 'order' }>

function connectDesk(client: QueryClient, onOrder: (order: OrderEvent) => void): () => void {
  const connection = liveConnection()
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasConnected = connection.isConnected()
  const readOrders = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void invalidate(client, ...OF_ORDERS), GATHERING)
  }
  const onMessage = (news: LiveNews) => {
    if (news.type === 'question') void invalidate(client, chat.questions, today.show)
    if (news.type === 'order' || news.type === 'days') readOrders()
    if (news.type === 'order') onOrder(news)
  }
  const catchUp = () => {
    if (connection.isConnected() && wasConnected) readOrders()
    wasConnected ||= connection.isConnected()
  }
  const stops = [
    connection.onMessage(onMessage),
    connection.subscribe(catchUp),
    followProducts(client, connection, pageVersion()),
  ]
  connection.wake()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    connection.close()
  }
}

/** The data version this page was made with; 0 for a page that does not say. */
function pageVersion(): number {
  const state = document.getElementById('state')?.textContent
  return state ? (JSON.parse(state) as PageState).version : 0
}
