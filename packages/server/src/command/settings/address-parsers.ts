/** The parsers of settings that list hosts or networks, separated by commas. */
import { isNetwork, arePrivateNetworks, privateNetworksExpected } from '../../domain/addresses.ts';
import type { ValueParser } from './value-parser.ts';

export const hostNames: ValueParser<readonly string[]> = {
  expected: 'host names without ports, separated by commas',
  parse(text) {
    const hosts = split(text).map((host) => host.toLowerCase());
    return hosts.every((host) => /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/.test(host)) ? hosts : undefined;
  },
};

export const networks: ValueParser<readonly string[]> = {
  expected: 'addresses or networks, separated by commas',
  parse(text) {
    const listed = split(text);
    return listed.every(isNetwork) ? listed : undefined;
  },
};

export const privateNetworks: ValueParser<readonly string[]> = {
  expected: `${privateNetworksExpected}, separated by commas`,
  parse(text) {
    const listed = split(text);
    return arePrivateNetworks(listed) ? listed : undefined;
  },
};

function split(text: string): readonly string[] {
  return text.split(',').map((each) => each.trim());
}
