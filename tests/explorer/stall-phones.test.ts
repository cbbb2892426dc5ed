import { expect, test } from 'vitest'
import type { StallReceived, StallSending } from '#contract/market/stall.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { FARMER } from '#server/core/caller.ts'
import { type Db, write } from '#server/db/write.ts'
import { receiveCommands, takeCommands } from '#server/features/stall/receive-commands.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { signIn } from '#tests/a-shop.ts'
import { aStoreInMemory } from '#tests/a-stall-store.ts'
import { randomNumbers } from '#tests/random-numbers.ts'
import { type Line, NoAnswer, sendOutbox } from '#web/stall/sync/send-outbox.ts'

/**
 * Two phones with two tabs each, on the phone's own sending rules and the shop's own functions. A
 * sending or its answer may be lost, or break off after any commit; a tab may close mid-sending; a
 * phone's store may be emptied; its clock may be a day off; the shop may go back to an earlier
 * backup.
 */
const WALKS = process.env.EXPLORE ? 5000 : 30
const STEPS = 14

type Made = { id: string; amount: number; phone: number; isOnlyThere: boolean }

type Farm = Awaited<ReturnType<typeof aFarmCalendar>>

async function walk(farm: Farm, dayId: number, desk: string, seed: number): Promise<string[]> {
  const random = randomNumbers(seed)
  const any = (below: number) => Math.floor(random() * below)
  const story: string[] = []
  const made: Made[] = []
  const lost: Made[] = []
  const emptied: string[] = []
  /** Still being sent when their tab was closed. */
  const onTheWay: StallSending[] = []
  const cookies = ['', '']
  let clock = 0

  const grant = async (phone: number, deviceId: string) => {
    const cookie = [desk, cookies[phone]].filter(Boolean).join('; ')
    const answer = await farm.inject({
      ...{ method: 'POST', url: '/api/stall/grants' },
      ...{ headers: { cookie }, payload: { deviceId, label: `Phone ${phone}` } },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    cookies[phone] = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const aPhone = async (phone: number) => {
    const deviceId = crypto.randomUUID()
    await grant(phone, deviceId)
    return { deviceId, store: aStoreInMemory(deviceId) }
  }
  const phones = [await aPhone(0), await aPhone(1)]
  const sender = (phoneId: string) => ({ phoneId, isLost: false, person: FARMER })
  const receive = (sending: StallSending) =>
    receiveCommands(farm.shop, sender(sending.deviceId), sending)

  /** The line to the shop; this fault hits it at most once. */
  function lineWith(fault: string): Line {
    let isDone = false
    return {
      async send(sending): Promise<StallReceived> {
        if (isDone || fault === 'none') return receive(sending)
        isDone = true
        if (fault === 'tab closed') onTheWay.push(sending)
        if (fault === 'answer lost') await receive(sending)
        const commits = any(sending.commands.length + 1)
        const commands = sending.commands.slice(0, commits)
        if (fault === 'shop died')
          await takeCommands(farm.shop, sender(sending.deviceId), { ...sending, commands })
        throw new NoAnswer('away')
      },
    }
  }
  const now = () => new Date(farm.clock.now.getTime() + clock)
  const sync = async (phone: number, fault: string) => {
    const its = phones[phone]
    if (its) await sendOutbox({ store: its.store, line: lineWith(fault), now })
  }

  const steps: Record<string, (phone: number) => Promise<void>> = {
    notes: async (phone) => {
      const its = phones[phone]
      if (made.length === 4 || !its) return
      const [id, amount] = [crypto.randomUUID(), 1 + made.length]
      const common = { id, seq: 0, madeAt: now().toISOString(), marketDayId: dayId }
      its.store.note({ ...common, kind: 'cash-move', move: 'put_in', amount, note: null })
      made.push({ id, amount, phone, isOnlyThere: true })
    },
    'sends it': (phone) => sync(phone, 'none'),
    'sends it in vain': (phone) => sync(phone, 'request lost'),
    'sends it and hears nothing': (phone) => sync(phone, 'answer lost'),
    'sends it and the shop dies': (phone) => sync(phone, 'shop died'),
    'closes the tab that sends': (phone) => sync(phone, 'tab closed'),
    'sends from two tabs': async (phone) => {
      await Promise.all([sync(phone, 'none'), sync(phone, 'answer lost')])
    },
    'a closed tab’s sending arrives': async () => {
      const sending = onTheWay.shift()
      if (sending) await receive(sending)
    },
    'is a day off': async () => {
      clock = (any(3) - 1) * DAY
    },
    'is emptied': async (phone) => {
      const its = phones[phone]
      if (!its || emptied.length > 0) return
      emptied.push(its.deviceId)
      const known = await knownOf(farm.db, made)
      for (const one of made)
        if (one.phone === phone && !known.has(one.id) && one.isOnlyThere) lost.push(one)
      // From now on, what a backup forgets is gone from the phone too.
      for (const one of made) if (one.phone === phone) one.isOnlyThere = false
      phones[phone] = await aPhone(phone)
    },
    'the shop goes back': async () => {
      if (emptied.length > 0) return
      await forget(
        farm.db,
        made.slice(any(made.length + 1)).map(({ id }) => id),
      )
    },
  }
  const names = Object.keys(steps)
  for (let step = 0; step < STEPS; step++) {
    const [name = '', phone] = [names[step < 2 ? 0 : any(names.length)], any(2)]
    story.push(`phone ${phone} ${name}`)
    await steps[name]?.(phone)
  }
  for (const sending of onTheWay) await receive(sending)
  for (const phone of [0, 1, 0, 1]) await sync(phone, 'none')
  return judge({ farm, made, lost, emptied, story, ids: phones.map(({ deviceId }) => deviceId) })
}

type Ended = {
  farm: Farm
  made: Made[]
  lost: Made[]
  emptied: string[]
  story: string[]
  ids: string[]
}

async function judge({ farm: { db }, made, lost, emptied, story, ids }: Ended): Promise<string[]> {
  const wrong: string[] = []
  const rows = await db
    .selectFrom('cash_moves')
    .select(['id', 'amount_cents'])
    .where('id', 'in', [...made.map(({ id }) => id), ''])
    .execute()
  const missing = made.filter(({ id }) => !rows.some((row) => row.id === id))
  for (const one of missing)
    if (!lost.includes(one)) wrong.push(`$${one.amount} is lost: ${story.join('; ')}`)
  const cents = rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const expected = made.reduce(
    (sum, one) => sum + (missing.includes(one) ? 0 : one.amount * 100),
    0,
  )
  if (cents !== expected) wrong.push(`${cents} cents of ${expected}: ${story.join('; ')}`)
  const phones = await db
    .selectFrom('stall_phones')
    .selectAll()
    .where('id', 'in', [...emptied, ''])
    .execute()
  if (phones.some(({ emptied_at }) => emptied_at === null) || phones.length !== emptied.length)
    wrong.push(`Nobody hears that a phone was emptied: ${story.join('; ')}`)
  const apart = await db
    .selectFrom('stall_commands')
    .select('message')
    .where('phone_id', 'in', [...ids, ...emptied])
    .where('outcome', '!=', 'applied')
    .execute()
  for (const { message: text } of apart) wrong.push(`Set aside: ${text}: ${story.join('; ')}`)
  return wrong
}

async function knownOf(db: Db, made: readonly Made[]): Promise<Set<string>> {
  const ids = made.map(({ id }) => id)
  const rows = db
    .selectFrom('stall_commands')
    .select('id')
    .where('id', 'in', [...ids, ''])
  return new Set((await rows.execute()).map(({ id }) => id))
}

async function forget(db: Db, ids: readonly string[]): Promise<void> {
  const gone = [...ids, '']
  await write(db, async (tx) => {
    await tx.deleteFrom('cash_moves').where('id', 'in', gone).execute()
    await tx.deleteFrom('stall_commands').where('id', 'in', gone).execute()
  })
}

test('what is noted on a phone has its one effect, whatever is lost on the way, and what an emptied phone loses is told', {
  timeout: process.env.EXPLORE ? HOUR : 120_000,
}, async () => {
  const farm = await aFarmCalendar()
  const { id: dayId } = await farm.dayAt('2026-11-21')
  const desk = await signIn(farm)
  const wrong: string[] = []
  for (let seed = 1; seed <= WALKS && wrong.length === 0; seed++)
    wrong.push(...(await walk(farm, dayId, desk, seed)))
  expect(wrong).toEqual([])
})
