import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { write } from '#server/db/write.ts'
import { aShop } from '#tests/a-shop.ts'

/** The tables as an earlier release left them. */
const BEFORE = [
  'drop table outbox',
  'drop table letters',
  'drop table subscribers',
  `delete from schema_migrations where name = '0009-letters'`,
  `create table subscribers (email_key text primary key, email text not null, consent text not null, subscribed_at text not null)`,
  `insert into subscribers values ('ada@example.com', 'Ada@example.com', 'Yes', '2026-01-01T00:00:00.000Z'), ('bo@example.com', 'bo@example.com', 'Yes', '2026-02-01T00:00:00.000Z')`,
]

test('who subscribed with an earlier release stays subscribed, with the old proof and a way out', async () => {
  const { db } = await aShop()
  await write(db, async (tx) => {
    for (const statement of BEFORE) await sql.raw(statement).execute(tx)
  })
  await migrate(db, inject('postgresUrl') ? 'postgres' : 'sqlite', new Date())
  const rows = await db.selectFrom('subscribers').selectAll().orderBy('id').execute()
  const same = { state: 'subscribed', consent: 'Yes', confirmed_at: null, left_at: null }
  expect(rows).toMatchObject([
    {
      ...same,
      email_key: 'ada@example.com',
      email: 'Ada@example.com',
      asked_at: '2026-01-01T00:00:00.000Z',
    },
    { ...same, email_key: 'bo@example.com', asked_at: '2026-02-01T00:00:00.000Z' },
  ])
  expect(new Set(rows.map((row) => row.leave_secret)).size).toBe(2)
})
