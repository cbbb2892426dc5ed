import type { ChatQuery } from './read-query.ts'
import { tokenize } from './tokenize.ts'

/** Words of questions to a shop that neither English nor a name of goods has. */
const SPANISH = new Set(
  `abren abierto aceptan buenas buenos cierran comprar cuando cuanto cuantos cuesta cuestan domicilio donde
    entregan entrega entregas envian envios estan favor gracias hacen hola hora horario horas huevo huevos leche
    llegar necesito precio precios puedo que quiero queso tarjeta tiene tienen tienes tomates
    tienda ustedes venden verduras`.split(/\s+/),
)

/** A mark that only Spanish has, or two of its words. */
export function isSpanish(text: string): boolean {
  const found = tokenize(text).flatMap(({ text: word }) => (SPANISH.has(word) ? [word] : []))
  return /[¿¡]/.test(text) || new Set(found).size > 1
}

/** Says in Spanish that the answer comes in English, and where a person can be reached. */
export function describeInSpanish({ setting }: Pick<ChatQuery, 'setting'>): string {
  const [phone, email] = [setting('contact_phone'), setting('contact_email')]
  const ways = [...(phone ? [`llamar al ${phone}`] : []), ...(email ? [`escribir a ${email}`] : [])]
  const only = 'Solo puedo responder en inglés'
  return ways.length > 0 ? `${only}; también puede ${ways.join(' o ')}.` : `${only}.`
}
