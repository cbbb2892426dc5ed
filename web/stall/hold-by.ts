import { showChange, stallStore } from './hub.ts'

/** From now on what happens is said to be by this person. */
export async function holdBy(personId: number): Promise<void> {
  await (await stallStore()).changePhone({ by: personId })
  await showChange()
}
