/** The description of a gateway for short messages that is a loopback server. */
export const smsGateway = (origin: string) => ({
  id: 'sms',
  kind: 'sms',
  name: { en: 'SMS' },
  open: true,
  secrets: { password: 'very-secret-password' },
  request: {
    url: `${origin}/send`,
    headers: { authorization: 'Bearer {{password}}' },
    json: { to: '{{to}}', text: '{{text}}', id: '{{id}}', callback: '{{callback}}' }
  },
  accepted: { json: '/code', equals: ['00'] },
  gone: [{ json: '/code', equals: ['70'] }],
  incoming: {
    as: 'json',
    each: '',
    id: '/id',
    from: '/from',
    text: '/text',
    delivered: { json: '/state', equals: ['ok'] },
    failed: { json: '/state', equals: ['failed'] }
  },
  answer: { reply_to: '0850 123 45 67' },
  per_second: 50,
  letters: 155,
  monthly: 1000,
  example: {
    answer: { status: 200, body: { code: '00' } },
    gone: { status: 200, body: { code: '70' } },
    delivered: [{ id: 'a', state: 'ok' }],
    failed: [{ id: 'a', state: 'failed' }],
    reply: [{ from: '905321234567', text: '1' }]
  }
})

/** The code by which a number proves itself, in a message. */
export const codeIn = (text = ''): string => /\b(\d{6})\b/.exec(text)?.[1] ?? ''
