import { type PlaceOfDay, type Today, WEEK_STEPS, type WeekStep } from '#contract/today.ts'

export type PlaceFacts = Omit<PlaceOfDay, 'isOver'> & {
  opensAt: string
  closesAt: string
  orderUntil: string
  /** Someone was told that their order is ready, or noted for a call. */
  isTold: boolean
  boxesHandedOver: number
  isPrinted: boolean
  hasCash: boolean
  isCounted: boolean
}

/** Due from a week before the day until the order deadline. */
export type LetterFacts = { people: number; isSent: boolean; isDue: boolean }

export type DayFacts = {
  day: string
  places: readonly PlaceFacts[]
  untold: number
  /** Null when no letters can be sent. */
  letter: LetterFacts | null
}

type Step = Omit<WeekStep, 'money'>

const countOrders = (places: readonly PlaceFacts[], of: 'orders' | 'packed') =>
  places.reduce((sum, place) => sum + place[of], 0)

export function listRemaining(places: readonly PlaceFacts[], at: string): PlaceFacts[] {
  return places.filter(
    ({ kind, closesAt, orders, handedOver }) =>
      closesAt > at && (kind === 'pickup' || handedOver < orders),
  )
}

export const isToCount = ({ hasCash, isCounted }: PlaceFacts) => hasCash && !isCounted

/** An open place first, then a closed one's cash, then preparing. Depends only on the facts. */
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
  name,
  count,
  marketDayId: null,
  notBefore: null,
})

function openMarket(place: PlaceFacts, day: string, today: string): Step {
  const { marketDayId, opensAt, boxes, boxesHandedOver } = place
  const notBefore = day > today ? opensAt : null
  return { ...now('market', boxes - boxesHandedOver), marketDayId, notBefore }
}

/** Null when all is ready for the first place to open. */
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

export function findOrderEnd(places: readonly PlaceFacts[], at: string): string | null {
  const ends = places.map(({ orderUntil }) => orderUntil).filter((until) => until > at)
  return ends.toSorted().at(-1) ?? null
}

const isHarvested = ({ places }: DayFacts) =>
  countOrders(places, 'packed') > 0 || places.some(({ isPrinted }) => isPrinted)

type Dots = NonNullable<Today['next']>['steps']

export function dotsOf(facts: DayFacts, name: Step['name'], at: string): Dots {
  const { places, untold, letter } = facts
  const [orders, packed] = [countOrders(places, 'orders'), countOrders(places, 'packed')]
  const isDone = {
    letter: letter?.isSent ?? false,
    harvest: isHarvested(facts),
    pack: orders > 0 && packed === orders,
    ready: untold === 0 && places.some(({ isTold }) => isTold),
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

const AHEAD = new Set<Step['name']>(['harvest', 'pack', 'ready'])

/**
 * The day the farmer works on: the first with something to do now, else the next to come. A past
 * day yields to the next in its week; otherwise it stays until the week is over, or a day longer.
 */
export function chooseDay(
  past: DayFacts | null,
  coming: readonly DayFacts[],
  { at, today }: { at: string; today: string },
): { facts: DayFacts; step: Step } | null {
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

function endOfWeek(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.add({ days: Math.max(7 - date.dayOfWeek, 1) }).toString()
}
