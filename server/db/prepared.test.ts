import { type CompiledQuery, type Insertable, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'
import { type Db, write } from './write.ts'

const change = (db: Db, { id, set }: { id: number; set: { name?: string; stock?: number } }) =>
  db
    .updateTable('products')
    .set(set)
    .where('id', '=', id)
    .where('stock', '>=', 0)
    .returning(['id', 'name', 'stock'])

const byIds = (db: Db, ids: number[]) =>
  db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).orderBy('id').limit(20)

const sent = ({ sql, parameters }: CompiledQuery) => ({ sql, parameters })

describe('a prepared query', () => {
  test('sends what the same builder sends when it is built anew, whatever the shape of its arguments', async () => {
    const { db } = await aShop()
    const queries: CompiledQuery[] = []
    const watched = new Proxy(db, {
      get(target, name) {
        if (name === 'executeQuery') return (query: CompiledQuery) => void queries.push(query)
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }) as Db
    const [changeOne, listByIds] = [prepared(change), prepared(byIds)]
    const changes = [
      { id: 1, set: { name: 'Eggs' } },
      { id: 2, set: { stock: 4 } },
      { id: 3, set: { name: 'Kale', stock: 0 } },
      { id: 4, set: { stock: 5 } },
    ]
    for (const args of changes) {
      await changeOne(watched, args)
      expect(sent(queries.at(-1) as CompiledQuery)).toEqual(sent(change(db, args).compile()))
    }
    for (const ids of [[1], [3, 2], [5], [9, 8, 7]]) {
      await listByIds(watched, ids)
      expect(sent(queries.at(-1) as CompiledQuery)).toEqual(sent(byIds(db, ids).compile()))
    }
  })

  test('answers rows and how many were changed, in a transaction and outside of one', async () => {
    const { db } = await aShop()
    const { id } = await aProduct(db, { name: 'Eggs', stock: 3 })
    const changeOne = prepared(change)
    const set = { name: 'Duck Eggs', stock: 2 }
    const { rows, numAffectedRows } = await write(db, (tx) => changeOne(tx, { id, set }))
    expect([rows, numAffectedRows]).toEqual([[{ id, ...set }], 1n])
    expect((await prepared(byIds)(db, [id])).rows).toEqual([{ id, name: 'Duck Eggs' }])
    const nobody = await write(db, (tx) => changeOne(tx, { id: id + 1, set }))
    expect([nobody.rows, nobody.numAffectedRows]).toEqual([[], 0n])
  })

  test('writes rows of the same columns as one statement, with null, true and a statement of sql', async () => {
    const { db } = await aShop()
    const insert = prepared((tx, words: Insertable<Tables['shop_memory']>[]) =>
      tx
        .insertInto('shop_memory')
        .values(words.map((row) => ({ ...row, value: sql`lower(${row.value})` }))),
    )
    const keys = ['secret', 'moved'] as unknown as Tables['shop_memory']['key'][]
    await write(db, (tx) =>
      insert(
        tx,
        keys.map((key) => ({ key, value: `OF ${key}` })),
      ),
    )
    const rows = db.selectFrom('shop_memory').selectAll().where('key', 'in', keys).orderBy('key')
    expect((await rows.execute()).map(({ value }) => value)).toEqual(['of moved', 'of secret'])
  })

  test('whose builder compares, adds to or writes out an argument is refused', async () => {
    const { db } = await aShop()
    const reads: ((args: { id: number }) => boolean)[] = [
      ({ id }) => id > 3,
      ({ id }) => id + 1 === 4,
      ({ id }) => `${id}` === '',
    ]
    for (const read of reads) {
      const wrong = prepared((it, args: { id: number }) =>
        it
          .selectFrom('products')
          .select('id')
          .where('id', '=', read(args) ? 1 : args.id),
      )
      expect(() => wrong(db, { id: 3 })).toThrow('A prepared query may only pass id on as a value.')
    }
  })
})
