import type { Person } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { findPerson, listPeopleRows } from '#server/features/people/people-queries.ts'

export async function listPeople(db: Db): Promise<Person[]> {
  return (await listPeopleRows(db)).map(({ id, name, role }) => ({ id, name, role }))
}

/** @throws Refusal 'grant-ended' for someone who was removed */
export async function requirePerson(db: Db, id: number): Promise<Person> {
  const row = await findPerson(db, id)
  if (row) return { id, name: row.name, role: row.role }
  throw grantEnded()
}

export function grantEnded(): Refusal {
  return new Refusal('grant-ended', 'This phone’s market access has ended. Please sign in again.')
}
