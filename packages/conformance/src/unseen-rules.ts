/** The rules that a check from outside cannot see, each with the reason. */
export const unseenRules: Readonly<Record<string, string>> = {
  'STA-12':
    'It is about the state after a crash. A check cannot end the process of the service. See npm run verify -- crash.',
  'EVT-4': 'It obliges receivers, not the service.',
  'SIG-3': 'It obliges receivers, not the service. See the vectors of @booking-service/webhooks.',
  'SIG-5': 'It obliges receivers, not the service. See the vectors of @booking-service/webhooks.',
  'DLV-13': 'It needs many hostile endpoints, name servers and providers. See npm run bench -- delivery.',
  'ERR-6': 'It is about the programs of this repository, which read the catalogue.',
  'LIM-7': 'It needs hundreds of requests that wait at the same time, which a service that others use should not get.',
  'SHR-1': 'It compares two organizations of which one does its worst. See npm run bench -- isolation.',
  'PRV-2': 'It needs several providers of which one fails.',
  'PRV-3': 'It needs a provider that returns broken texts and results.',
  'PRV-4': 'It needs a provider that cancels a booking by itself.',
  'SHR-2': 'It needs providers that fail for some organizations and not for others.',
  'ADM-3': 'It is about the admin contract. The check is for the public one.',
  'ADM-6': 'It is about the admin contract. The check is for the public one.',
  'ADM-7': 'It is about the admin contract. The check is for the public one.',
  'MOD-1': 'It needs to see what the suppliers receive. See booking-service provider check --both.',
  'SES-5': 'It needs a code sender that fails, and the database.',
  'MOD-2': 'It needs a supplier without a test side.',
  'VER-2': 'It compares two releases of the contract. See npm run contract:diff.',
};
