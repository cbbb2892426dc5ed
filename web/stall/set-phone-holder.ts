import { showChange, stallStore } from './hub.ts'

/** What is noted from now on is by this person. */
export async function setPhoneHolder(personId: number): Promise<void> {
  await (await stallStore()).changePhone({ by: personId })
  await showChange()
}
