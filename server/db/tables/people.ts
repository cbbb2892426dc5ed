import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

export type PeopleTable = {
  id: Generated<number>
  name: string
  role: 'farmer' | 'helper'
  created_at: Instant
  ended_at: Instant | null
}

export type DevicesTable = {
  id: Generated<number>
  secret_hash: string
  person_id: number
  label: string
  linked_at: Instant
  heard_at: Instant
  expires_at: Instant
  ended_at: Instant | null
}

export type PeopleTables = {
  people: PeopleTable
  device_links: {
    secret_hash: string
    person_id: number
    created_at: Instant
    until: Instant
    used_at: Instant | null
  }
  devices: DevicesTable
}
