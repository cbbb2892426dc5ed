import fc from 'fast-check'
import type { Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newsletter } from '#contract/mail/newsletter.ts'
import type { ImportedPerson } from '#contract/mail/people-import.ts'
import type { Tables } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { forgetUnconfirmed } from '#server/features/newsletter/subscription.ts'
import { aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { listSubscribers } from './subscriber-queries.ts'

async function aDesk() {
  const shop = await aShop()
  const desk = atDesk(shop)
  const send = (payload: object) => desk('POST', newsletter.import.path, payload)
  const look = async (csv: string): Promise<ImportedPerson[]> => (await send({ csv })).json().rows
  const subscribe = (email: string) =>
    shop.inject({ method: 'POST', url: newsletter.subscribe.path, payload: { email } })
  const list = () => listSubscribers(shop.db)
  const set = (email: string, row: Updateable<Tables['subscribers']>) =>
    write(shop.db, (tx) =>
      tx.updateTable('subscribers').set(row).where('email_key', '=', email).execute(),
    )
  return { shop, desk, send, look, subscribe, list, set }
}

const outcomes = (rows: ImportedPerson[]) => rows.map(({ row, outcome }) => [row, outcome])

test('our own export comes back as it was: consent, its words and times, and who left', async () => {
  const [old, other] = [await aDesk(), await aDesk()]
  await old.send({
    csv: 'Email,Status,Asked,Confirmed,Left,To\nada@example.com,subscribed,2024-05-01T09:00:00Z,2024-05-01T09:10:00Z,,"=News, weekly"\nben@example.com,left,2024-05-02,,2025-01-01 10:00:00,News\ncleo@example.com,subscribed,5/3/2024,,,\n',
    apply: true,
  })
  const csv = (await old.desk('GET', newsletter.export.path)).body
  expect((await other.send({ csv, apply: true })).statusCode).toBe(200)
  const all = await other.list()
  expect(all).toEqual(await old.list())
  expect(all.find(({ email }) => email.startsWith('ada'))).toMatchObject({
    ...{ state: 'subscribed', askedAt: '2024-05-01T09:00:00.000Z', consent: '=News, weekly' },
    confirmedAt: '2024-05-01T09:10:00.000Z',
  })
  expect(outcomes(await other.look(csv))).toEqual([2, 3, 4].map((row) => [row, 'unchanged']))
})

test('who never confirmed is never made confirmed', async () => {
  const { send, list, subscribe, set } = await aDesk()
  const csv = [
    'Email Address,Status,OPTIN_TIME,CONFIRM_TIME',
    'pending@example.com,pending,2024-05-01 09:00:00,',
    'silent@example.com,,2024-05-01 09:00:00,',
    'agreed@example.com,subscribed,2024-05-01 09:00:00,',
  ].join('\n')
  const { rows } = (await send({ csv, apply: true })).json()
  expect(outcomes(rows)).toEqual([
    [2, 'left-out'],
    [3, 'left-out'],
    [4, 'added'],
  ])
  expect(await list()).toMatchObject([{ email: 'agreed@example.com', confirmedAt: null }])
  // Nor by a file that says so of an address that is waiting here.
  await subscribe('waits@example.com')
  await set('waits@example.com', { state: 'pending' })
  const claim = 'email,status,confirmed\nWAITS@example.com,subscribed,2024-05-01\n'
  expect(outcomes((await send({ csv: claim, apply: true })).json().rows)).toEqual([
    [2, 'unchanged'],
  ])
  expect((await list())[0]).toMatchObject({ state: 'pending', confirmedAt: null })
})

test('who left stays away, here or where they come from', async () => {
  const { shop, send, list, subscribe, set } = await aDesk()
  for (const name of ['gone', 'newer', 'here']) await subscribe(`${name}@example.com`)
  await set('gone@example.com', { state: 'left', left_at: '2026-11-18T18:00:00.000Z' })
  shop.clock.now = new Date('2026-11-18T18:20:00.000Z')
  const csv = [
    'email,status,asked,left',
    'gone@example.com,subscribed,2024-05-01,',
    'newer@example.com,unsubscribed,2024-05-01,2026-11-18 18:10:00',
    'here@example.com,unsubscribed,2024-05-01,2025-11-29',
    'away@example.com,cleaned,2024-05-01,',
  ].join('\n')
  const { rows } = (await send({ csv, apply: true })).json()
  expect(rows.map((one: ImportedPerson) => one.outcome)).toEqual([
    ...['unchanged', 'unsubscribed', 'unchanged', 'unsubscribed'],
  ])
  const states = Object.fromEntries(
    (await list()).map(({ email, state }) => [email.split('@')[0], state]),
  )
  expect(states).toEqual({ gone: 'left', newer: 'left', here: 'subscribed', away: 'left' })
  await forgetUnconfirmed(shop.shop)
  expect(await list()).toHaveLength(4)
})

describe('a bad row', () => {
  test('is named with its line and what is wrong, and nothing is half imported', async () => {
    const { send, list } = await aDesk()
    const rows = [
      [',subscribed,2024-05-01', 'The email address is missing.'],
      ['a@example.com,subscribed,soon', '“soon” is not a past date.'],
      ['b@example.com,subscribed,2024-02-31', '“2024-02-31” is not a past date.'],
      ['c@example.com,subscribed,2030-01-01', '“2030-01-01” is not a past date.'],
      ['d@example.com,subscribed,', 'The date when they signed up is missing.'],
      ['e@example.com,maybe,2024-05-01', '“maybe” is no status that we know.'],
      ['FIRST@example.com,subscribed,2024-05-01', 'Row 2 has the same address.'],
    ] as const
    const csv = [
      'email,status,asked',
      'first@example.com,subscribed,2024-05-01',
      ...rows.map(([row]) => row),
    ].join('\n')
    const answer = await send({ csv, apply: true })
    expect([answer.statusCode, answer.json().problems]).toEqual([
      400,
      rows.map(([, sentence], place) => ({
        field: `rows.${place + 3}`,
        message: `Row ${place + 3}: ${sentence}`,
      })),
    ])
    expect(await list()).toEqual([])
    expect((await send({ csv, apply: true, skipRefused: true })).statusCode).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  test('is not what a file is that holds no addresses', async () => {
    const { send } = await aDesk()
    for (const csv of ['', 'name\nAda\n', 'email\n', 'email,\n"broken'])
      expect((await send({ csv })).statusCode, csv).toBe(400)
  })
})

test('is done as it was looked at, or not at all', async () => {
  const { send, subscribe, list } = await aDesk()
  const csv = 'email,asked\nada@example.com,2024-05-01\n'
  const { plan } = (await send({ csv })).json()
  await subscribe('ada@example.com')
  expect((await send({ csv, plan, apply: true })).statusCode).toBe(409)
  expect(await list()).toHaveLength(1)
})

test('no file whatsoever breaks the shop', async () => {
  const { send } = await aDesk()
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a@example.com', 'subscribed', '2024-05-01', '"', '=1+1', '\0', '9999-99-99'),
  )
  const file = fc.array(
    fc.array(cell, { maxLength: 7 }).map((cells) => cells.join(',')),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(file, async (lines) => {
      const csv = ['email,status,asked,confirmed,left,to', ...lines].join('\n')
      expect((await send({ csv, apply: true, skipRefused: true })).statusCode).toBeLessThan(500)
    }),
    { numRuns: 150 },
  )
})
