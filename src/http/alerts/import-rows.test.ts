import { describe, expect, it } from 'vitest'
import type { Channel } from '../../alerts/ports.ts'
import { RowsBody } from '../bodies.ts'
import { readRows } from './import-rows.ts'

const channels = [{ destinationMembers: ['/destination/phone'] }] as unknown as readonly Channel[]
const csv = (text: string) => readRows(new RowsBody('csv', text), channels)
const good = { line: 2, externalId: '7', faults: [] }

describe('a file of subscriptions', () => {
  it.each([
    ['commas', 'external_id,location,channel,threshold,label\n7,malatya,feed,60,"Aşağı, bahçe"\n'],
    [
      'semicolons and a mark',
      '\uFEFFexternal_id;location;channel;threshold;label\r\n7;malatya;feed;60;"Aşağı, bahçe"\r\n\r\n'
    ],
    [
      'what spreadsheets write around it',
      'sep=;\n;;;;\nexternal_id;location;channel;threshold;label\n7;malatya;feed;60;"Aşağı, bahçe"\n;;;;\n"";;;;'
    ],
    ['Turkish names', 'ÜYE NO\tYer\tKanal\tEşik\tAd\tTelefon\n7\tmalatya\tfeed\t60\tAşağı, bahçe\t']
  ])('with %s is read', (_, text) => {
    const body = { location: 'malatya', channel: 'feed', threshold: 60, label: 'Aşağı, bahçe' }
    expect(csv(text)).toMatchObject({ rows: [{ ...good, line: expect.any(Number) as unknown, body }] })
    expect(csv(';;\n')).toEqual({ rows: [] })
  })

  it('has decimal commas and minus signs of spreadsheets, but no thousands', () => {
    const header = 'external_id;lat;lon;elevation;threshold_temperature;phone'
    expect(csv(`${header}\n7;38,355;38,31;980;−2,5;0532 123 45 67`)).toEqual({
      rows: [
        {
          ...good,
          body: {
            lat: 38.355,
            lon: 38.31,
            elevation: 980,
            threshold_temperature: -2.5,
            destination: { phone: '0532 123 45 67' }
          }
        }
      ]
    })
    // Three decimals are thousands of a height alone.
    expect(csv(`${header}\n7;5,355;8,317;80;-2,125;`)).toMatchObject({
      rows: [{ body: { lat: 5.355, lon: 8.317, threshold_temperature: -2.125 } }]
    })
    expect(csv(`${header}\n7;38;38;1,250;x;`)).toMatchObject({
      rows: [{ body: { elevation: '1,250', threshold_temperature: 'x' } }]
    })
    expect(csv(`${header}\n7;38;38;1.250;-2;`)).toMatchObject({ rows: [{ body: { elevation: '1.250' } }] })
  })

  it.each([
    ['external_id,treshold\n1,5', 'There is no column "treshold". Did you mean "threshold"?'],
    ['Üye No;Telofon\n1;5', 'There is no column "Telofon". Did you mean "telefon"?'],
    ['external_id,lat,enlem\n1,5,5', 'Two columns are "lat".'],
    ['external_id,"lat\n1,5', 'The quotes of the first line do not close.'],
    ['PK\u0003\u0004xl', 'an Excel workbook'],
    ['%PDF-1.7\n1', 'a PDF'],
    ['<html><body>\n<table>', 'a web page']
  ])('with the header of %j is refused as a whole', (text, detail) => {
    expect(csv(text)).toEqual({ detail: expect.stringContaining(detail) as unknown })
  })

  it('names lines that cannot be read, as an editor counts them', () => {
    const read = csv('external_id,location\n\n1,"a\n2,a,b\n,malatya\n3,malatya')
    const lines = 'rows' in read ? read.rows.map(({ line, faults }) => [line, faults[0]?.pointer]) : []
    expect(lines).toEqual([
      [3, ''],
      [4, ''],
      [5, '/external_id'],
      [6, undefined]
    ])
    const long = 'x'.repeat(65)
    const json = readRows(
      new RowsBody('ndjson', `{"external_id":"1"}\n{\n\n7\n{"external_id":7}\n{"external_id":"${long}"}`),
      []
    )
    const faults = 'rows' in json ? json.rows.map(({ line, faults }) => [line, faults[0]?.pointer]) : []
    expect(faults).toEqual([
      [1, undefined],
      [2, ''],
      [4, ''],
      [5, '/external_id'],
      [6, '/external_id']
    ])
  })
})
