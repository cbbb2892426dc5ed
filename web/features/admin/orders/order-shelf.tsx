import { useState } from 'react'
import { ORDER_STATUSES, type Order } from '#contract/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty } from '../list-states.tsx'
import { TOOL, ToolField } from '../tool-field.tsx'
import { OrderTable } from './order-table.tsx'
import { isToPack } from './order-words.ts'

/** How many orders stand on the screen at first, and come with each "older". */
const SHOWN_AT_ONCE = 100

type OrderShelfProps = {
  orders: readonly Order[]
  /** The shop has more than are loaded. */
  hasOlder: boolean
  isAskingOlder: boolean
  onAskOlder: () => void
}

/** The loaded orders, all of them or those in one state; the older ones on demand. */
export function OrderShelf({ orders, hasOlder, isAskingOlder, onAskOlder }: OrderShelfProps) {
  const [choice, setChoice] = useState('all')
  const [most, setMost] = useState(SHOWN_AT_ONCE)
  const chosen = orders.filter((order) => isChosen(order, choice))
  const showOlder = () => {
    setMost(most + SHOWN_AT_ONCE)
    if (chosen.length <= most) onAskOlder()
  }
  if (orders.length === 0) {
    return (
      <ListEmpty words="No orders found">
        <p className="text-bark-deep">The first one will stand here as soon as somebody has paid.</p>
      </ListEmpty>
    )
  }
  return (
    <>
      <OrderChoice orders={orders} choice={choice} onChoose={setChoice} />
      {chosen.length > 0 ? <OrderTable orders={chosen.slice(0, most)} /> : <ListEmpty words="No orders found" />}
      {(hasOlder || chosen.length > most) && (
        <Button variant="plain" busy={isAskingOlder} onClick={showOlder} className="mx-auto mt-6 flex">
          Show older orders
        </Button>
      )}
    </>
  )
}

type OrderChoiceProps = { orders: readonly Order[]; choice: string; onChoose: (choice: string) => void }

function OrderChoice({ orders, choice, onChoose }: OrderChoiceProps) {
  return (
    <div className="mb-4 sm:w-64">
      <ToolField label="Show">
        {(id) => (
          <select id={id} value={choice} onChange={(event) => onChoose(event.target.value)} className={TOOL}>
            <option value="all">All orders ({orders.length})</option>
            <option value="to-pack">To pack ({orders.filter(isToPack).length})</option>
            {ORDER_STATUSES.map((status) => (
              <option key={status} value={status} className="capitalize">
                {status}
              </option>
            ))}
          </select>
        )}
      </ToolField>
    </div>
  )
}

function isChosen(order: Order, choice: string): boolean {
  return choice === 'all' || order.status === choice || (choice === 'to-pack' && isToPack(order))
}
