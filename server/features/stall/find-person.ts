import { FARMER, type Person } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'

/** Whoever may be said to hold a phone of the stall. */
export async function listPeople(_db: Db): Promise<Person[]> {
  return [FARMER]
}

/** @throws Refusal 'grant-ended' for somebody who was let go */
export async function requirePerson(db: Db, id: number): Promise<Person> {
  const person = (await listPeople(db)).find((one) => one.id === id)
  if (person) return person
  throw new Refusal('grant-ended', 'This phone may not sell any more. Please sign in again.')
}
