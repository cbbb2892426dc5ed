import { type Today, WEEK_STEPS, type WeekStep } from '#contract/today.ts'

/** A place that takes place on a day, as `market_days` has its instants. */
export type PlaceFacts = {
  marketDayId: number
  kind: 'pickup' | 'delivery'
  name: string
  opens: string
  closes: string
  opensAt: string
  closesAt: string
  orderUntil: string
  /** Orders that are not cancelled; what is over counts what went on without its tick. */
  orders: number
  packed: number
  handedOver: number
  boxes: number
  boxesHandedOver: number
  /** What its harvest list asks for was printed. */
  isPrinted: boolean
  hasCash: boolean
  isCounted: boolean
}

/** Due in the week before its day, until ordering ends. */
export type LetterFacts = { people: number; isSent: boolean; isDue: boolean }

/** A day with its places by the hour they open. */
export type DayFacts = {
  day: string
  places: readonly PlaceFacts[]
  /** People with a packed box whom nobody has told so. */
  untold: number
  /** Null where none can be sent. */
  letter: LetterFacts | null
}

type Step = Omit<WeekStep, 'money'>

const countOrders = (places: readonly PlaceFacts[], of: 'orders' | 'packed') =>
  places.reduce((sum, place) => sum + place[of], 0)

/** A place whose hours are to come or on; a delivery until all is delivered. */
export function listRemaining(places: readonly PlaceFacts[], at: string): PlaceFacts[] {
  return places.filter(
    ({ kind, closesAt, orders, handedOver }) =>
      closesAt > at && (kind === 'pickup' || handedOver < orders),
  )
}

export const isToCount = ({ hasCash, isCounted }: PlaceFacts) => hasCash && !isCounted

/**
 * What is next for a day. A place that is open goes first, then the cash of one that is over, then
 * what the places to come ask for: the same facts answer the same, whoever did what when.
 */
function stepOf(facts: DayFacts, at: string, today: string): Step {
  const remaining = listRemaining(facts.places, at)
  const open = remaining.find(({ kind, opensAt }) => kind === 'pickup' && opensAt <= at)
  if (open) return openMarket(open, facts.day, today)
  const over = facts.places.find((place) => place.closesAt <= at && isToCount(place))
  if (over) return { ...now('close'), marketDayId: over.marketDayId }
  const [next] = remaining
  if (!next) return now('figures')
  return prepare(facts, remaining, at) ?? openMarket(next, facts.day, today)
}

const now = (name: Step['name'], count = 0): Step => ({
  ...{ name, count, marketDayId: null, notBefore: null },
})

function openMarket(place: PlaceFacts, day: string, today: string): Step {
  const { marketDayId, opensAt, boxes, boxesHandedOver } = place
  const notBefore = day > today ? opensAt : null
  return { ...now('market', boxes - boxesHandedOver), marketDayId, notBefore }
}

/** Null where all is ready for the first to open. */
function prepare(facts: DayFacts, places: readonly PlaceFacts[], at: string): Step | null {
  const { letter, untold } = facts
  const [orders, packed] = [countOrders(places, 'orders'), countOrders(places, 'packed')]
  const notBefore = findOrderEnd(places, at)
  if (letter?.isDue && !letter.isSent && notBefore) return now('letter', letter.people)
  if (!isHarvested(facts) && (orders > 0 || notBefore))
    return { ...now('harvest', orders), notBefore }
  if (packed < orders) return now('pack', orders)
  return untold > 0 ? now('ready', untold) : null
}

/** The latest end of ordering that is still to come. */
export function findOrderEnd(places: readonly PlaceFacts[], at: string): string | null {
  const ends = places.map(({ orderUntil }) => orderUntil).filter((until) => until > at)
  return ends.toSorted().at(-1) ?? null
}

const isHarvested = ({ places }: DayFacts) =>
  countOrders(places, 'packed') > 0 || places.some(({ isPrinted }) => isPrinted)

type Dots = NonNullable<Today['next']>['steps']

/** What is behind, done or not, and what is to come. */
export function dotsOf(facts: DayFacts, name: Step['name'], at: string): Dots {
  const { places, untold, letter } = facts
  const [orders, packed] = [countOrders(places, 'orders'), countOrders(places, 'packed')]
  const isDone = {
    letter: letter?.isSent ?? false,
    harvest: isHarvested(facts),
    pack: orders > 0 && packed === orders,
    ready: packed > 0 && untold === 0,
    market: places.some(({ closesAt }) => closesAt <= at),
    close: places.some(({ isCounted }) => isCounted) && !places.some(isToCount),
  }
  const here = name === 'figures' ? WEEK_STEPS.length : WEEK_STEPS.indexOf(name)
  return WEEK_STEPS.filter((one) => one !== 'letter' || letter).map((one) => {
    const index = WEEK_STEPS.indexOf(one)
    if (index === here) return { name: one, state: 'now' }
    if (index > here) return { name: one, state: 'coming' }
    return { name: one, state: isDone[one] ? 'done' : 'skipped' }
  })
}

/** What the farmer can do for a day while an earlier one only waits for its hour. */
const AHEAD = new Set<Step['name']>(['harvest', 'pack', 'ready'])

type DayStep = { facts: DayFacts; step: Step }

/**
 * The day that the farmer works on: the first one with something to do now, else the first to come.
 * One that is over gives way to the next of its week, and stays else until that is over, or a day longer.
 */
export function chooseDay(
  past: DayFacts | null,
  coming: readonly DayFacts[],
  { at, today }: { at: string; today: string },
): DayStep | null {
  const steps = coming.map((facts) => ({ facts, step: stepOf(facts, at, today) }))
  const finished = steps.findLast(({ facts, step }) => facts.day === today && isOver(step))
  const open = steps.filter((one) => one !== finished)
  const first = open.at(0)
  const chosen =
    open.find(
      (one) => one.step.notBefore === null && (one === first || AHEAD.has(one.step.name)),
    ) ?? first
  const last = finished ?? (past && { facts: past, step: stepOf(past, at, today) })
  if (last && endOfWeek(last.facts.day) >= (first?.facts.day ?? FAR)) return chosen ?? null
  if (last && endOfWeek(last.facts.day) >= today) return last
  return chosen ?? null
}

const FAR = '9999-12-31'

const isOver = ({ name }: Step) => name === 'figures'

/** The Sunday of a day's week, or the day after that Sunday's own market. */
function endOfWeek(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.add({ days: Math.max(7 - date.dayOfWeek, 1) }).toString()
}
