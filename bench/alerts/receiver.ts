/** Takes whatever is posted; tells its parent its port. */
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.(address.port)
})
