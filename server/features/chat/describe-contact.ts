import type { ChatQuery } from './read-query.ts'

export function describeContact({ setting }: Pick<ChatQuery, 'setting'>): string {
  const [phone, email] = [setting('contact_phone'), setting('contact_email')]
  const ways = [...(phone ? [`call ${phone}`] : []), ...(email ? [`write to ${email}`] : [])]
  if (ways.length > 0) return `Please ${ways.join(' or ')}.`
  return 'Please ask your question here and add your email address, and the farmer will see it.'
}
