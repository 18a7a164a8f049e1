interface Unchecked {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly venuePrefix?: string | undefined;
  readonly country?: string | undefined;
  readonly productsMaxAgeSeconds?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly allowHttp?: boolean | undefined;
}

/** Returns the options with a base URL without a slash at its end. Throws a TypeError that names an invalid option, without secrets. */
export function checkOptions(options: Unchecked): Pick<Unchecked, 'name' | 'baseUrl' | 'token'> {
  const { name, baseUrl, token, venuePrefix, country, allowHttp = false } = options;
  const { productsMaxAgeSeconds, timeoutSeconds } = options;
  if (!/^[a-z0-9_-]{1,60}$/.test(name)) throw fault('name', 'must be 1 to 60 of a-z 0-9 _ -');
  if (!/^[\x21-\x7e]+$/.test(token)) throw fault('token', 'must be printable ASCII without spaces');
  if (venuePrefix !== undefined && !/^ven_[A-Za-z0-9_-]{0,76}$/.test(venuePrefix)) {
    throw fault('venuePrefix', 'must be ven_ and at most 76 of A-Z a-z 0-9 _ -');
  }
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw fault('country', 'must be two capital letters');
  for (const [option, value] of Object.entries({ productsMaxAgeSeconds, timeoutSeconds })) {
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) throw fault(option, 'must be a positive number');
  }
  const url = URL.parse(baseUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw fault('baseUrl', 'must be an http or https URL');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw fault('baseUrl', 'must have no user, password, query or fragment');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw fault('baseUrl', 'must begin with https, because the token is sent there; allowHttp permits http');
  }
  return { name, baseUrl: url.href.replace(/\/+$/, ''), token };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function fault(option: string, rule: string): TypeError {
  return new TypeError(`The option ${option} of the OCTO provider ${rule}.`);
}
