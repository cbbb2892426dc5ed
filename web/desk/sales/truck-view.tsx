import { useQuery } from '@tanstack/react-query'
import { sales } from '#contract/sales.ts'
import { type Truck, type TruckProduct, trucks } from '#contract/truck.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { CardList, CardRow } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { useChange } from '../shared/use-change.ts'
import { useQuestionAbout } from '../shared/use-question.ts'
import { dayLabel, type SaleChoices } from './sale-choices.ts'
import { HomeDialog, TakeDialog } from './truck-dialogs.tsx'
import { openProducts, openText, stateOf } from './truck-text.ts'

type TruckViewProps = { choices: SaleChoices; dayId: number | null }

export function TruckView({ choices, dayId }: TruckViewProps) {
  const days = [...choices.truckDays, ...choices.marketDays]
  const today = choices.marketDays.find(({ day }) => day === choices.today)
  const next = choices.truckDays.find(({ day }) => day === choices.truckDays.at(-1)?.day)
  const shown = days.find(({ id }) => id === dayId) ?? today ?? next ?? days[0]
  if (!shown) return <ListEmpty text="There is no market day within a week." />
  return (
    <div className="grid grid-cols-1 gap-5">
      <ToolSelect
        label="Market day"
        value={String(shown.id)}
        options={days.map((day) => [String(day.id), dayLabel(day)])}
        onChoose={(id) => goToHash(`market/truck/${id}`)}
      />
      <OneTruck key={shown.id} id={shown.id} />
    </div>
  )
}

function OneTruck({ id }: { id: number }) {
  const truck = useQuery({ ...query(trucks.show, { params: { id: String(id) } }), staleTime: 0 })
  return (
    <QueryStates
      loading="Looking at the truck…"
      failed="What is on the truck could not be loaded."
      query={truck}
    >
      {(shown) => (
        <>
          <ToSettle truck={shown} />
          <Loading truck={shown} />
          <Goods truck={shown} />
        </>
      )}
    </QueryStates>
  )
}

type Load = { productId: number; take: number | 'all' }[]

function useLoad({ marketDay }: Truck) {
  const params = { id: String(marketDay.id) }
  return useChange({
    send: (goods: Load) => call(trucks.load, { params, body: { id: newUuid(), goods } }),
    done: 'The truck is noted',
    failed: 'The truck was not noted',
    refreshes: [trucks.show, sales.choices],
  })
}

function Loading({ truck }: { truck: Truck }) {
  const load = useLoad(truck)
  const all = truck.products.filter(({ stock }) => stock > 0)
  const some = truck.products.filter(({ taken }) => taken > 0)
  const send = (products: readonly TruckProduct[], take: number | 'all') =>
    load.mutate(products.map(({ productId }) => ({ productId, take })))
  return (
    <section aria-label="Load the truck" className="grid gap-2">
      <p className="text-bark-deep">
        What is on the truck is not for sale in the shop until it comes home.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={load.isPending} disabled={all.length === 0} onClick={() => send(all, 'all')}>
          Take all that is left
        </Button>
        <Button
          variant="quiet"
          busy={load.isPending}
          disabled={some.length === 0}
          onClick={() => send(some, 0)}
        >
          Take none
        </Button>
      </div>
    </section>
  )
}

function Goods({ truck }: { truck: Truck }) {
  if (truck.products.length === 0) return <ListEmpty text="There is nothing for sale yet." />
  return (
    <CardList aria-label="Goods">
      {truck.products.map((line) => (
        <GoodsRow key={line.productId} truck={truck} line={line} />
      ))}
    </CardList>
  )
}

function GoodsRow({ truck, line }: { truck: Truck; line: TruckProduct }) {
  const { name, productId, taken } = line
  const address = `market/truck/${truck.marketDay.id}`
  const [take, home] = [`${address}/take-${productId}`, `${address}/home-${productId}`]
  const open = openText(line)
  return (
    <CardRow className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="text-lg font-semibold wrap-anywhere">{name}</p>
        <p className="text-bark-deep">{stateOf(line)}</p>
        {open && <p className="font-semibold text-yolk-deep">{open}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" aria-label={`Take ${name}`} onClick={() => openDialog(take)}>
          Take…
        </Button>
        {taken > 0 && (
          <Button variant="quiet" aria-label={`${name} came home`} onClick={() => openDialog(home)}>
            Came home…
          </Button>
        )}
      </div>
      <DialogAt address={take}>
        {(dialog) => <TakeDialog truck={truck} line={line} {...dialog} />}
      </DialogAt>
      <DialogAt address={home}>
        {(dialog) => <HomeDialog truck={truck} line={line} {...dialog} />}
      </DialogAt>
    </CardRow>
  )
}

function ToSettle({ truck }: { truck: Truck }) {
  const [subject, setSubject] = useQuestionAbout<true>(`market/truck/${truck.marketDay.id}/settle`)
  const params = { id: String(truck.marketDay.id) }
  const settle = useChange({
    send: () => call(trucks.settle, { params }),
    done: 'The day is settled',
    failed: 'The day was not settled',
    refreshes: [trucks.show],
    onShown: () => setSubject(null),
  })
  const open = openProducts(truck.products)
  if (open.length === 0) return null
  return (
    <section aria-label="To settle" className="grid gap-2">
      <Notice tone="warning">{open.join('. ')}.</Notice>
      <p className="text-bark-deep">
        You sold more than the books had. The extra comes off whatever you add to stock next, until
        you settle this day.
      </p>
      <div>
        <Button variant="quiet" onClick={() => setSubject(true)}>
          Settle this day
        </Button>
      </div>
      <ConfirmDialog
        open={subject !== null}
        onClose={() => setSubject(null)}
        title="Settle this day?"
        confirmLabel={settle.isPending ? 'Settling…' : 'Settle it'}
        cancelLabel="Not yet"
        onConfirm={() => settle.mutate()}
        busy={settle.isPending}
      >
        The stock stays as it is now. Nothing more is taken off it for this day, and what is missing
        is not asked about again.
      </ConfirmDialog>
    </section>
  )
}
