import { z } from 'zod/mini'
import { publicEndpoint } from '../endpoint.ts'

const PAGE_PARTS = [
  'page',
  'header',
  'products',
  'cart',
  'contact',
  'helper',
  'order news',
  'delivery',
  'wallets',
  'details',
  'card',
  'summary',
  'desk',
  'desk part',
  'dialog',
  'stall',
  'stall part',
] as const
export type PagePart = (typeof PAGE_PARTS)[number]

export const partBroke = publicEndpoint('POST /api/broken-parts', {
  summary: 'Counts that a part of a page broke in a browser; stores nothing.',
  body: z.strictObject({ part: z.enum(PAGE_PARTS) }),
})
