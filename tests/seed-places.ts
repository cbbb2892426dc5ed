import { openDatabase } from '#server/db/open-database.ts'
import { write } from '#server/db/write.ts'
import { insertDemoPlaces } from '#server/demo/places.ts'

/** Gives an empty shop the specification's places, as if its farmer had entered them. */
export async function seedPlaces(where: {
  dataDir: string
  databaseUrl: string | null
}): Promise<void> {
  const { db, close } = await openDatabase(where, new Date())
  await write(db, async (tx) => {
    const any = await tx.selectFrom('places').select('id').limit(1).executeTakeFirst()
    if (!any) await insertDemoPlaces(tx)
  })
  await close()
}
