const GREETING = 'Hi, I am the farm helper. Ask me what is fresh, what it costs, or where to pick it up.'

export function greetingOf(welcome: string): string {
  return welcome.trim() || GREETING
}

/** What is said when nobody can be reached (specification, section 8). */
export function troubleOf(phone: string): string {
  const call = phone.trim() ? `call us at ${phone.trim()} or ` : ''
  return `I am having trouble connecting right now. Please ${call}find us at the Saturday market 9-12 PM.`
}

export const SUGGESTIONS = ['What is fresh today?', 'When is the market?', 'How does pickup work?'] as const
