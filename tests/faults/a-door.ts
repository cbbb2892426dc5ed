import type { StandIn } from '../stripe-stand-in/stand-in.ts'

const CALLS = {
  create: /^POST \S+intents$/,
  read: /^GET \S+intents\/\w+$/,
  capture: /\/capture$/,
  cancel: /\/cancel$/,
  refund: /^POST \S+refunds$/,
  'list refunds': /^GET \S+refunds$/,
}

/** `before`: Stripe has done nothing yet. `after`: it has, but hasn't answered. */
export type Moment = `${'before' | 'after'} ${keyof typeof CALLS}`

export type Held = { reached: Promise<void>; goOn(): void; cut(): void }

export function aDoor(standIn: StandIn) {
  const state = { isAway: false }
  const held: { moment: Moment; arrive: () => void; answered: Promise<'open' | 'cut'> }[] = []
  standIn.door = async (call, when) => {
    if (state.isAway) return 'cut'
    const at = held.findIndex(({ moment }) => isMoment(moment, call, when))
    const [one] = at < 0 ? [] : held.splice(at, 1)
    one?.arrive()
    return one?.answered ?? 'open'
  }
  return {
    state,
    hold(moment: Moment): Held {
      const { promise: reached, resolve: arrive } = Promise.withResolvers<void>()
      const { promise: answered, resolve: answer } = Promise.withResolvers<'open' | 'cut'>()
      held.push({ moment, arrive, answered })
      return { reached, goOn: () => answer('open'), cut: () => answer('cut') }
    },
  }
}

function isMoment(moment: Moment, call: string, when: 'before' | 'after'): boolean {
  const [time, ...name] = moment.split(' ')
  return time === when && CALLS[name.join(' ') as keyof typeof CALLS].test(call)
}
