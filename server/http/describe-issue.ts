import type { z } from 'zod'

const KINDS: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be empty',
}

export function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'That is not valid.'
  // Every message of our own is a sentence; the validator's have no stop.
  if (issue.message.endsWith('.')) return issue.message
  const field = issue.path.join('.').slice(0, 200)
  const wrong = whatIsWrong(issue)
  if (field === '') return issue.code === 'invalid_type' && issue.expected === 'array' ? LIST : BODY
  return `The field “${field.toWellFormed()}” ${wrong}.`
}

const BODY = 'Please send the fields of this call as a JSON object.'
const LIST = 'Please send a JSON list.'

function whatIsWrong(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return 'is missing'
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? 'is not valid'
  if (issue.code === 'invalid_value')
    return `must be one of these: ${issue.values.map(String).join(', ').slice(0, 300)}`
  if (issue.code === 'too_small') return 'is too short or too small'
  if (issue.code === 'too_big') return 'is too long or too large'
  return 'is not valid'
}
