import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/** Statements after a failed one throw the same error, as on PostgreSQL. */
export function untilFailure(connection: DatabaseConnection) {
  let failure: { error: unknown } | null = null
  function throwFailure(): void {
    if (failure) throw failure.error
  }
  async function execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    throwFailure()
    try {
      return await connection.executeQuery<R>(query)
    } catch (error) {
      failure = { error }
      throw error
    }
  }
  return { execute, throwFailure }
}
