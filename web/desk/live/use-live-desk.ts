import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin } from '#contract/admin.ts'
import { analytics } from '#contract/analytics.ts'
import { chat } from '#contract/chat.ts'
import { deskOrders } from '#contract/desk-orders.ts'
import type { LiveNews } from '#contract/live.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { followProducts } from '#web/api/live-products.ts'
import type { PageState } from '#web/api/page-state.ts'
import { invalidate } from '#web/api/query.ts'
import { announce } from '#web/ui/announcer.tsx'
import { playQuietly, wantsSound } from './order-sound.ts'

/** Orders that come in a rush are read together, in ms. */
const GATHERING = 250

const OF_ORDERS = [deskOrders.list, analytics.dashboard, admin.notices]

/** Connects a signed-in desk: new orders and changed ones appear by themselves. Answers the new ones nobody has looked at. */
export function useLiveDesk(): { newOrders: readonly number[]; forgetNewOrders: () => void } {
  const client = useQueryClient()
  const [newOrders, setNewOrders] = useState<readonly number[]>([])
  useEffect(() => {
    const greet = (id: number) => {
      setNewOrders((known) => (known.includes(id) ? known : [...known, id]))
      announce(`New order: number ${id}.`)
      if (wantsSound()) playQuietly()
    }
    return connectDesk(client, greet)
  }, [client])
  return { newOrders, forgetNewOrders: () => setNewOrders([]) }
}

function connectDesk(client: QueryClient, greet: (orderId: number) => void): () => void {
  const connection = liveConnection()
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasConnected = connection.isConnected()
  const readOrders = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void invalidate(client, ...OF_ORDERS), GATHERING)
  }
  const onMessage = (news: LiveNews) => {
    if (news.type === 'question') void invalidate(client, chat.questions)
    if (news.type !== 'order') return
    readOrders()
    if (news.isNew) greet(news.id)
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
