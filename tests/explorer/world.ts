import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { Refusal } from '#server/core/refusal.ts'
import type { Choose } from './choices.ts'
import {
  type Actor,
  attempt,
  type Bounds,
  type How,
  type Line,
  type Option,
  type Outcome,
  outcomesOf,
  Silence,
  type Step,
  type Waiting,
} from './lines.ts'

/**
 * Who moves next, and what goes wrong: the only place where traces differ. Everything between two
 * waits of a line happens at once; a crash drops every line of the live process.
 */
export function aWorld(choose: Choose, bounds: Bounds, begins = '2026-11-18T18:00:00.000Z') {
  const lines = new AsyncLocalStorage<Line>()
  const story: string[] = []
  const wrong: string[] = []
  const actors: Actor[] = []
  const clock = { now: Date.parse(begins) }
  let { faults, switches } = bounds
  let [moves, lives, isSettling] = [0, 0, false]
  let waiting: Waiting[] = []
  let current: Line | null = null
  let died: (() => void) | null = null
  let around = () => ''
  const nobody: Line = { name: 'someone', path: '', life: 0, made: 0, seen: '' }

  const never = () => new Promise<never>(() => {})
  const lineOf = (): Line => lines.getStore() ?? nobody
  const isDead = () => lineOf() !== nobody && lineOf().life !== lives

  function see(what: unknown): void {
    const line = lineOf()
    line.seen = hash('md5', line.seen + JSON.stringify(what))
  }

  function wait(what: string, pause: number | null, work: () => unknown): Promise<How> {
    return new Promise((resume) =>
      waiting.push({ line: lineOf(), what, since: moves, pause, work, resume }),
    )
  }

  async function gate<T>(what: string, work: () => T): Promise<T> {
    const how = isSettling || isDead() ? 'answered' : await wait(what, null, work)
    if (isDead()) return never()
    see([what, how])
    if (how === 'never heard') throw new Silence(what)
    if (how === 'answered') return answerOf(work)
    attempt(work)
    throw new Silence(what)
  }

  function answerOf<T>(work: () => T): T {
    try {
      const answer = work()
      see(answer)
      return answer
    } catch (error) {
      see(String(error))
      throw error
    }
  }

  async function pause(ms: number): Promise<void> {
    if (!isSettling && !isDead()) await wait('look again', ms, () => {})
    if (isDead()) return never()
    see('looked again')
    clock.now += ms
  }

  /** After a commit the process may die before anything else happens. */
  async function afterCommit(): Promise<void> {
    if (isDead()) return never()
    if (isSettling || faults === 0 || !lines.getStore() || choose(['live', 'die']) === 0) return
    story.push(`${lineOf().name}: the process dies after a commit`)
    crash()
    return never()
  }

  function crash(): void {
    faults--
    lives++
    waiting = []
    current = null
    died?.()
    for (const actor of actors) if (actor.isBusy) end(actor)
  }

  function end(actor: Actor): void {
    actor.isBusy = false
    actor.done++
    actor.steps.shift()
  }

  function begin(actor: Actor, step: Step): void {
    actor.isBusy = true
    const line = {
      ...nobody,
      name: `${actor.name} ${step.name}`,
      path: `${actor.name} ${actor.done}`,
      life: lives,
    }
    if (!step.isNobodys) current = line
    const over = () => {
      if (!isDead()) end(actor)
    }
    lines.run(line, () => step.run().catch(expectWord).then(over))
  }

  /** Refusals the shop may give; any other error is its own fault. */
  function expectWord(error: unknown): void {
    if (isDead() || error instanceof Refusal || error instanceof Silence) return
    if (error instanceof Error && /has no clear answer yet/.test(error.message)) return
    wrong.push(`${lineOf().name}: ${error instanceof Error ? error.stack : error}`)
  }

  function optionsNow(): Option[] {
    const doors = waiting.filter(({ pause }) => pause === null)
    const starts = actors.flatMap((actor) => startOf(actor))
    const moved = waiting.filter(({ pause, since }) => pause !== null && since < moves)
    const looks = doors.length + starts.length + moved.length > 0 ? moved : waiting
    const all = [...doors.flatMap(optionsOf), ...starts, ...looks.flatMap(optionsOf)]
    const own = all.filter(({ line }) => line === current)
    const isFree = !doors.some(({ line }) => line === current)
    const others = all.filter((one) => !own.includes(one))
    return [...own, ...others.filter(({ isNobodys }) => isFree || switches > 0 || isNobodys)]
  }

  function startOf(actor: Actor): Option[] {
    const [step] = actor.steps
    if (actor.isBusy || !step?.mayRun()) return []
    const label = `${actor.name} ${step.name}`
    const whose = step.isNobodys ? { isNobodys: step.isNobodys } : {}
    return [{ label, line: null, ...whose, take: () => begin(actor, step) }]
  }

  function optionsOf(one: Waiting): Option[] {
    const at = `${one.line.name}: ${one.what}`
    return outcomesOf(one, faults > 0).map((how) => ({
      label: how === 'answered' ? at : `${at}, ${how}`,
      line: one.line,
      take: () => bringAbout(one, how),
    }))
  }

  function bringAbout(one: Waiting, how: Outcome): void {
    if (how === 'the process dies after') attempt(one.work)
    if (how === 'the process dies before' || how === 'the process dies after') crash()
    else {
      waiting = waiting.filter((other) => other !== one)
      current = one.line
      if (how !== 'answered') faults--
      one.resume(how)
    }
  }

  /** Everything that decides what can follow. */
  function state(): string {
    const doors = waiting.map(({ line, what, pause, since }) =>
      [line.path, line.seen, what, pause, since < moves].join(),
    )
    const rest = actors.map(({ done, isBusy }) => [done, isBusy].join())
    return hash(
      'md5',
      [...doors.sort(), rest, current?.path, faults, switches, clock.now, around()].join('|'),
    )
  }

  /** Runs until nobody can move; false when another trace already saw what follows. */
  async function runOut(): Promise<boolean> {
    for (;;) {
      await turn()
      const options = optionsNow()
      const labels = options.map(({ label }) => label)
      const picked = choose(labels.length > 0 ? labels : ['rest'], state)
      const option = options[picked ?? -1]
      if (!option) return picked !== null
      const isHeld =
        current &&
        !option.isNobodys &&
        option.line !== current &&
        waiting.some(({ line, pause }) => line === current && pause === null)
      if (isHeld) switches--
      story.push(option.label)
      moves++
      option.take()
    }
  }

  return {
    clock,
    story,
    wrong,
    gate,
    pause,
    afterCommit,
    runOut,
    expectWord,
    /** A separate line for work that follows an answer. */
    branch: <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const parent = lineOf()
      return lines.run(
        { ...parent, name, path: `${parent.path} > ${++parent.made}`, made: 0 },
        work,
      )
    },
    join: (name: string, steps: Step[]) =>
      void actors.push({ name, steps, done: 0, isBusy: false }),
    /** Remembers what the shop read, since its next move depends on it. */
    see,
    /** A unique number, the same whenever the same line asks for it in the same place. */
    nextSerial: (): string => `${lineOf().path} # ${++lineOf().made}`,
    surround: (look: () => string) => {
      around = look
    },
    onDeath: (listen: () => void) => {
      died = listen
    },
    /** From here on nothing is chosen: every call is answered at once. */
    settle: () => {
      isSettling = true
    },
  }
}

export type World = ReturnType<typeof aWorld>
